import type { ReleaseChange, Verification } from '@portal/contract';
import { styleText } from 'node:util';
import type { FailedCall, TracedFailure } from './failed-calls';
import { hasColors, type Io } from './io';
import type { ServedVersion, Status } from './release-status';

const ROLE_WIDTH = 15;
const MAX_VERSIONS = 20;
const MAX_CHANGES = 10;
const MAX_FAILURES = 5;
const MAX_CALLS = 5;

type Styled = (style: 'bold' | 'dim' | 'red', text: string) => string;

/** A UTC time, to the minute. */
const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** A text of somebody else: its line breaks could look like lines of the status. */
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const percent = (rate: number): string => `${(rate * 100).toFixed(1).replace(/\.0$/, '')} %`;

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

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `3 days ago`, in the largest unit. */
const age = (iso: string, now: Date): string => {
  const milliseconds = now.getTime() - Date.parse(iso);
  const [name, length] = UNITS.find((unit) => milliseconds >= unit[1]) ?? [];
  return length === undefined ? 'just now' : `${counted(Math.floor(milliseconds / length), name)} ago`;
};

/** `verified 2026-03-04 12:00 in shell 1.0.0: passed, 1 warning` */
const verificationText = ({ at, shell, passed, problems, warnings }: Verification): string =>
  [
    `verified ${time(at)} in shell ${shell}: ${passed ? 'passed' : 'failed'}`,
    ...(problems.length > 0 ? [counted(problems.length, 'problem')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
  ].join(', ');

/** A published version. */
interface ListedVersion {
  version: string;
  publishedAt: string;
  /** Null if it was published without `--verify`. */
  verification: Verification | null;
}

const andMore = (count: number): string[] => (count > 0 ? [`  and ${count} more: --json`] : []);

const ENTRY_INDENT = ' '.repeat(20);

/** `  2026-03-05 12:30  ` and a text beside it. */
const entry = (at: string, text: string): string => `  ${time(at)}  ${onOneLine(text)}`;

const changeText = ({ at, who, why, action, versions, percent: share }: ReleaseChange): string => {
  const canary = action !== 'canary' ? '' : share === undefined ? ' ended' : ` ${share} %`;
  return entry(at, `${action} ${versions.join(' ')}${canary} by ${who}${why ? `: ${why}` : ''}`);
};

/** `at src/order-row.tsx:42:17`; a call in another remote, or in the shell, names it. */
const callText = (remote: string, { name, source, line, column }: FailedCall): string =>
  `at ${onOneLine(source)}:${line}:${column}${name === remote ? '' : ` in ${name}`}`;

/** The texts of `portal status`, in color on a terminal only. */
export const statusTexts = ({ stdout, env }: Pick<Io, 'stdout' | 'env'>) => {
  const isColored = hasColors(stdout, env);
  const styled: Styled = (style, text) =>
    isColored ? styleText(style, text, { validateStream: false }) : text;

  const problemLine = (problem: string, indent = ROLE_WIDTH): string =>
    styled('red', `${' '.repeat(indent)}! ${onOneLine(problem)}`);

  const servedLines = (role: string, served: ServedVersion, ...problems: string[]): string[] => {
    const { version, since, who, health, problem } = served;
    const origin = since && who ? `  since ${time(since)} by ${onOneLine(who)}` : '';
    return [
      `  ${role.padEnd(ROLE_WIDTH - 2)}${version}${styled('dim', origin)}`,
      ...(health ? [' '.repeat(ROLE_WIDTH) + healthText(health)] : []),
      ...[...problems, ...(problem ? [problem] : [])].map((text) => problemLine(text)),
    ];
  };

  const canaryLines = ({ percent: share, stopped, ...served }: NonNullable<Status['canary']>): string[] =>
    servedLines(
      `canary ${share} %`,
      served,
      ...(stopped ? [`stopped ${time(stopped.at)}: ${stopped.why}`] : []),
    );

  const rolledBackLine = ({ version, at, why }: NonNullable<Status['rolledBack']>): string =>
    problemLine(`${version} was rolled back ${time(at)}: ${why}`);

  const failureLines = (remote: string, failure: TracedFailure): string[] => {
    const { version, cause, message, stack, browsers, count, last } = failure;
    return [
      entry(last, `${count} × ${cause} in ${version}${message && `: ${message}`}`),
      ...stack.slice(0, MAX_CALLS).map((call) => ENTRY_INDENT + callText(remote, call)),
      styled('dim', ENTRY_INDENT + onOneLine(countsText(browsers))),
    ];
  };

  return {
    statusText: (status: Status): string => {
      const { name, live, canary, previous, rolledBack, versionCount, problem } = status;
      if (problem) return [styled('bold', name), problemLine(problem, 2)].join('\n');
      return [
        `${styled('bold', name)}  ${styled('dim', counted(versionCount, 'version'))}`,
        ...(live ? servedLines('live', live) : ['  nothing is live']),
        ...(rolledBack ? [rolledBackLine(rolledBack)] : []),
        ...(canary ? canaryLines(canary) : []),
        ...(previous === null ? [] : [`  ${'previous'.padEnd(ROLE_WIDTH - 2)}${previous}`]),
      ].join('\n');
    },

    /** The newest versions, their age, and how they were verified. */
    versionsText: (versions: readonly ListedVersion[], now: Date): string => {
      const width = Math.max(...versions.map(({ version }) => version.length));
      const lines = versions
        .slice(0, MAX_VERSIONS)
        .flatMap(({ version, publishedAt, verification }) => [
          `  ${version.padEnd(width)}  ${age(publishedAt, now)}`,
          ...(verification ? [`    ${verificationText(verification)}`] : []),
        ]);
      return [styled('bold', 'Versions'), ...lines, ...andMore(versions.length - MAX_VERSIONS)].join('\n');
    },

    /** How the versions of a remote failed, the last first. */
    failuresText: (remote: string, failures: readonly TracedFailure[]): string =>
      [
        styled('bold', 'Failures in browsers (UTC)'),
        ...failures.slice(0, MAX_FAILURES).flatMap((failure) => failureLines(remote, failure)),
        ...andMore(failures.length - MAX_FAILURES),
      ].join('\n'),

    /** The last changes, the newest first. */
    historyText: (history: readonly ReleaseChange[]): string =>
      [
        styled('bold', 'History (UTC)'),
        ...history.slice(-MAX_CHANGES).reverse().map(changeText),
        ...andMore(history.length - MAX_CHANGES),
      ].join('\n'),
  };
};
