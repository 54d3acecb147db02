import type { ReleaseChange, Verification } from '@portal/contract';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { FailedCall, TracedFailure } from './failed-calls';
import type { ServedVersion, Status } from './release-status';
import { hasColors, type Io } from './verb';

/** The narrowest terminal. */
const WIDTH = 80;
const ROLE_WIDTH = 15;
const MAX_VERSIONS = 20;
const MAX_CHANGES = 10;
const MAX_FAILURES = 5;
const MAX_CALLS = 5;

type Styled = (style: 'bold' | 'dim' | 'red', text: string) => string;

/** A UTC time, to the minute. */
const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** Removes control characters: they could take over the reader's terminal. */
const plain = (text: string): string => stripVTControlCharacters(text).replaceAll(/\p{Cc}+/gu, ' ');

/** Wraps a text at word boundaries. */
const wrapped = (text: string, indent: number): string[] => {
  const lines = [''];
  for (const word of plain(text).split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || indent + longer.length <= WIDTH) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.map((line) => ' '.repeat(indent) + line);
};

const percent = (rate: number): string => `${(rate * 100).toFixed(1).replace(/\.0$/, '')} %`;

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

/** `3 days ago`, in the largest unit. */
const age = (iso: string, now: Date): string => {
  const milliseconds = now.getTime() - Date.parse(iso);
  const unit = UNITS.find(([, length]) => milliseconds >= length);
  if (!unit) return 'just now';
  const [name, length] = unit;
  const count = Math.floor(milliseconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
};

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];

/** `verified 2026-03-04 12:00 in shell 1.0.0: passed, 1 warning` */
const verificationText = ({ at, shell, passed, problems, warnings }: Verification): string => {
  const found = [...counted(problems.length, 'problem'), ...counted(warnings.length, 'warning')];
  const outcome = [passed ? 'passed' : 'failed', ...found].join(', ');
  return plain(`verified ${time(at)} in shell ${shell ?? 'none'}: ${outcome}`);
};

/** A published version. */
interface ListedVersion {
  version: string;
  publishedAt: string;
  /** Null if it was published without `--verify`. */
  verification: Verification | null;
}

/** `chunk 8, timeout 4` */
const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const andMore = (count: number): string[] => (count > 0 ? [`  and ${count} more: --json`] : []);

const ENTRY_INDENT = 20;

/** `  2026-03-05 12:30  ` and a text beside it. */
const entry = (at: string, text: string): string[] => {
  const [first = '', ...rest] = wrapped(text, ENTRY_INDENT);
  return [`  ${time(at)}`.padEnd(ENTRY_INDENT) + first.trimStart(), ...rest];
};

const changeText = ({ at, who, why, action, versions, percent }: ReleaseChange): string[] => {
  const share = action !== 'canary' ? '' : percent === undefined ? ' ended' : ` ${percent} %`;
  return entry(at, `${action} ${versions.join(' ')}${share} by ${who}${why ? `: ${why}` : ''}`);
};

/** `at src/order-row.tsx:42:17`; a call in another remote, or in the shell, names it. */
const callText = (remote: string, { name, source, line, column }: FailedCall): string =>
  `at ${plain(source)}:${line}:${column}${name === remote ? '' : ` in ${name}`}`;

const problemLines = (styled: Styled, problem: string, indent: number): string[] =>
  wrapped(`! ${problem}`, indent).map((line) => styled('red', line));

const servedText = (styled: Styled, role: string, served: ServedVersion, ...problems: string[]): string => {
  const { version, since, who, health, problem } = served;
  const origin = since && who ? `  since ${time(since)} by ${plain(who)}` : '';
  return [
    `  ${role.padEnd(ROLE_WIDTH - 2)}${version}${styled('dim', origin)}`,
    ...(health ? wrapped(healthText(health), ROLE_WIDTH) : []),
    ...[...problems, ...(problem ? [problem] : [])].flatMap((text) => problemLines(styled, text, ROLE_WIDTH)),
  ].join('\n');
};

const canaryText = (styled: Styled, canary: NonNullable<Status['canary']>): string => {
  const { percent, stopped, ...served } = canary;
  const problems = stopped ? [`stopped ${time(stopped.at)}: ${stopped.why}`] : [];
  return servedText(styled, `canary ${percent} %`, served, ...problems);
};

const rolledBackLines = (styled: Styled, { version, at, why }: NonNullable<Status['rolledBack']>): string[] =>
  problemLines(styled, `${version} was rolled back ${time(at)}: ${why}`, ROLE_WIDTH);

const statusText = (styled: Styled, status: Status): string => {
  const { name, live, canary, previous, rolledBack, versionCount, problem } = status;
  if (problem) return [styled('bold', name), ...problemLines(styled, problem, 2)].join('\n');
  const count = versionCount === 1 ? '1 version' : `${versionCount} versions`;
  return [
    `${styled('bold', name)}  ${styled('dim', count)}`,
    live ? servedText(styled, 'live', live) : '  nothing is live',
    ...(rolledBack ? rolledBackLines(styled, rolledBack) : []),
    ...(canary ? [canaryText(styled, canary)] : []),
    ...(previous === null ? [] : [`  ${'previous'.padEnd(ROLE_WIDTH - 2)}${previous}`]),
  ].join('\n');
};

const versionsText = (styled: Styled, versions: readonly ListedVersion[], now: Date): string => {
  const width = Math.max(...versions.map(({ version }) => version.length));
  const versionLines = ({ version, publishedAt, verification }: ListedVersion): string[] => [
    `  ${version.padEnd(width)}  ${age(publishedAt, now)}`,
    ...(verification ? wrapped(verificationText(verification), 4) : []),
  ];
  return [
    styled('bold', 'Versions'),
    ...versions.slice(0, MAX_VERSIONS).flatMap(versionLines),
    ...andMore(versions.length - MAX_VERSIONS),
  ].join('\n');
};

const failuresText = (styled: Styled, remote: string, failures: readonly TracedFailure[]): string => {
  const failureLines = (failure: TracedFailure): string[] => {
    const { version, cause, message, stack, browsers, count, last } = failure;
    return [
      ...entry(last, `${count} × ${cause} in ${version}${message && `: ${message}`}`),
      ...stack.slice(0, MAX_CALLS).map((call) => ' '.repeat(ENTRY_INDENT) + callText(remote, call)),
      ...wrapped(countsText(browsers), ENTRY_INDENT).map((line) => styled('dim', line)),
    ];
  };
  return [
    styled('bold', 'Failures in browsers (UTC)'),
    ...failures.slice(0, MAX_FAILURES).flatMap(failureLines),
    ...andMore(failures.length - MAX_FAILURES),
  ].join('\n');
};

const historyText = (styled: Styled, history: readonly ReleaseChange[]): string =>
  [
    styled('bold', 'History (UTC)'),
    ...history.slice(-MAX_CHANGES).reverse().flatMap(changeText),
    ...andMore(history.length - MAX_CHANGES),
  ].join('\n');

/** The texts of `portal status`, in color on a terminal only. */
export const statusTexts = ({ stdout, env }: Pick<Io, 'stdout' | 'env'>) => {
  const isColored = hasColors(stdout, env);
  const styled: Styled = (style, text) =>
    isColored ? styleText(style, text, { validateStream: false }) : text;
  return {
    statusText: (status: Status) => statusText(styled, status),
    /** The newest versions, their age, and how they were verified. */
    versionsText: (versions: readonly ListedVersion[], now: Date) => versionsText(styled, versions, now),
    /** How the versions of a remote failed, the last first. */
    failuresText: (remote: string, failures: readonly TracedFailure[]) =>
      failuresText(styled, remote, failures),
    /** The last changes, the newest first. */
    historyText: (history: readonly ReleaseChange[]) => historyText(styled, history),
  };
};
