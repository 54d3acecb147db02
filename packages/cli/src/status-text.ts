import type { ReleaseChange, Verification } from '@portal/contract';
import type { FieldFailure, ReleaseView, ServedVersion, StackFrame, Status } from '@portal/releases';

/** The longest lists; `--json` has all of them. */
const MAX = { versions: 20, failures: 5, calls: 5, changes: 10 };

/** The columns before a served version, and before a failure or a change. */
const ROLE_WIDTH = 15;
const ENTRY_INDENT = ' '.repeat(20);

/** A UTC time, to the minute. */
const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** A text of somebody else: its line breaks could look like lines of the status. */
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const percent = (rate: number): string => `${(rate * 100).toFixed(1).replace(/\.0$/, '')} %`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `chunk 8, timeout 4` */
const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** `12 of 480 pages failed (2.5 %): chunk 8, timeout 4` */
const healthText = ({ shown, failed, rate, causes }: NonNullable<ServedVersion['health']>): string => {
  const failures = countsText(causes);
  return `${failed} of ${shown + failed} pages failed (${percent(rate)})${failures && `: ${failures}`}`;
};

const UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** `3 days ago`, in the largest unit. */
const age = (iso: string): string => {
  const minutes = (Date.now() - Date.parse(iso)) / 60_000;
  const [name, length] = UNITS.find((unit) => minutes >= unit[1]) ?? [];
  return length === undefined ? 'just now' : `${counted(Math.floor(minutes / length), name)} ago`;
};

/** `verified 2026-03-04 12:00 in shell 1.0.0: passed, 1 warning` */
const verificationText = ({ at, shell, passed, problems, warnings }: Verification): string =>
  [
    `verified ${time(at)} in shell ${shell}: ${passed ? 'passed' : 'failed'}`,
    ...(problems.length > 0 ? [counted(problems.length, 'problem')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
  ].join(', ');

/** `  2026-03-05 12:30  ` and a text beside it. */
const entry = (at: string, text: string): string => `  ${time(at)}  ${onOneLine(text)}`;

const changeText = ({ at, who, why, action, versions, percent: share }: ReleaseChange): string => {
  const canary = action !== 'canary' ? '' : share === null ? ' ended' : ` ${share} %`;
  return entry(at, `${action} ${versions.join(' ')}${canary} by ${who}${why ? `: ${why}` : ''}`);
};

/** `at src/order-row.tsx:42:17`; a call in another remote, or in the shell, names it. */
const callText = (remote: string, { name, file, line, column }: StackFrame): string =>
  `at ${onOneLine(file)}:${line}:${column}${name === remote ? '' : ` in ${name}`}`;

const problemLine = (problem: string): string => `${' '.repeat(ROLE_WIDTH)}! ${onOneLine(problem)}`;

const servedLines = (role: string, served: ServedVersion): string[] => {
  const { version, since, who, health, problem } = served;
  const origin = since && who ? `  since ${time(since)} by ${onOneLine(who)}` : '';
  return [
    `  ${role.padEnd(ROLE_WIDTH - 2)}${version}${origin}`,
    ...(health ? [' '.repeat(ROLE_WIDTH) + healthText(health)] : []),
    ...(problem ? [problemLine(problem)] : []),
  ];
};

const list = <T>(title: string, items: readonly T[], max: number, linesOf: (item: T) => string[]): string =>
  [
    title,
    ...items.slice(0, max).flatMap(linesOf),
    ...(items.length > max ? [`  and ${items.length - max} more: --json`] : []),
  ].join('\n');

/** What the portal has decided by itself. */
const interventionText = ({ live }: Status, { at, why }: NonNullable<Status['intervention']>): string =>
  `the portal ${live ? 'went back' : 'took it down'} ${time(at)}: ${why}`;

/** The status of a remote. */
export const statusText = (status: Status): string => {
  const { name, live, canary, previous, intervention, versionCount } = status;
  return [
    `${name}  ${counted(versionCount, 'version')}`,
    ...(live ? servedLines('live', live) : ['  nothing is live']),
    ...(intervention ? [problemLine(interventionText(status, intervention))] : []),
    ...(canary ? servedLines(`canary ${canary.percent} %`, canary) : []),
    ...(previous === null ? [] : [`  ${'previous'.padEnd(ROLE_WIDTH - 2)}${previous}`]),
  ].join('\n');
};

/** The newest versions, their age, and how they were verified. */
const versionsText = (versions: ReleaseView['versions']): string => {
  const width = Math.max(...versions.map(({ version }) => version.length));
  return list('Versions', versions, MAX.versions, ({ version, publishedAt, verification }) => [
    `  ${version.padEnd(width)}  ${age(publishedAt)}`,
    ...(verification ? [`    ${verificationText(verification)}`] : []),
  ]);
};

/** How the versions of a remote failed, the last first. */
const failuresText = (remote: string, failures: readonly FieldFailure[]): string =>
  list('Failures in browsers (UTC)', failures, MAX.failures, (failure) => [
    entry(
      failure.last,
      `${failure.count} × ${failure.cause} in ${failure.version}${failure.message && `: ${failure.message}`}`,
    ),
    ...failure.stack.slice(0, MAX.calls).map((call) => ENTRY_INDENT + callText(remote, call)),
    ENTRY_INDENT + onOneLine(countsText(failure.browsers)),
  ]);

/** The status of a remote with its versions, failures, and last changes. */
export const viewText = ({ status, versions, failures, history }: ReleaseView): string =>
  [
    statusText(status),
    versionsText(versions),
    ...(failures.length > 0 ? [failuresText(status.name, failures)] : []),
    list('History (UTC)', history, MAX.changes, (change) => [changeText(change)]),
  ].join('\n\n');
