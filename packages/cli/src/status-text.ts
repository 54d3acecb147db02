import type { ReleaseChange } from '@portal/contract';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { ServedVersion, Status } from './release-status';

/** How wide a terminal is, at least. */
const WIDTH = 80;
const ROLE_WIDTH = 15;
/** How many versions and changes are told of one remote; --json tells all. */
const FEW_VERSIONS = 20;
const FEW_CHANGES = 10;

const hasColors = process.stdout.isTTY && process.stdout.hasColors();
const styled = (style: 'bold' | 'dim' | 'red', text: string): string =>
  hasColors ? styleText(style, text) : text;

/** A time as people read it, to the minute, in UTC. */
const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** What others wrote, without what would act on the terminal of who reads it. */
const plain = (text: string): string => stripVTControlCharacters(text).replaceAll(/\p{Cc}+/gu, ' ');

/** Breaks a text between its words. */
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
  const failures = Object.entries(causes)
    .sort(([, one], [, other]) => other - one)
    .map(([cause, count]) => `${cause} ${count}`);
  return `${failed} of ${shown + failed} pages failed (${percent(rate)})${failures.length > 0 ? `: ${failures.join(', ')}` : ''}`;
};

const wrong = (problem: string, indent: number): string[] =>
  wrapped(`! ${problem}`, indent).map((line) => styled('red', line));

const servedText = (role: string, served: ServedVersion, ...problems: string[]): string => {
  const { version, since, who, health, problem } = served;
  const origin = since && who ? `  since ${time(since)} by ${plain(who)}` : '';
  return [
    `  ${role.padEnd(ROLE_WIDTH - 2)}${version}${styled('dim', origin)}`,
    ...(health ? wrapped(healthText(health), ROLE_WIDTH) : []),
    ...[...problems, ...(problem ? [problem] : [])].flatMap((text) => wrong(text, ROLE_WIDTH)),
  ].join('\n');
};

const canaryText = ({ percent, stopped, ...served }: NonNullable<Status['canary']>): string =>
  servedText(
    `canary ${percent} %`,
    served,
    ...(stopped ? [`stopped ${time(stopped.at)}: ${stopped.why}`] : []),
  );

/** What customers get of one remote, in a few lines. */
export const statusText = ({ name, live, canary, previous, versionCount, problem }: Status): string => {
  if (problem) return [styled('bold', name), ...wrong(problem, 2)].join('\n');
  const count = versionCount === 1 ? '1 version' : `${versionCount} versions`;
  return [
    `${styled('bold', name)}  ${styled('dim', count)}`,
    live ? servedText('live', live) : '  nothing is live',
    ...(canary ? [canaryText(canary)] : []),
    ...(previous === null ? [] : [`  ${'previous'.padEnd(ROLE_WIDTH - 2)}${previous}`]),
  ].join('\n');
};

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** How long ago, in the largest unit: `3 days ago`. */
const age = (iso: string, now: Date): string => {
  const milliseconds = now.getTime() - Date.parse(iso);
  const unit = UNITS.find(([, length]) => milliseconds >= length);
  if (!unit) return 'just now';
  const [name, length] = unit;
  const count = Math.floor(milliseconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
};

const andMore = (count: number): string[] => (count > 0 ? [`  and ${count} more: --json`] : []);

/** The newest versions and how old they are. */
export const versionsText = (
  versions: readonly { version: string; publishedAt: string }[],
  now: Date,
): string => {
  const width = Math.max(...versions.map(({ version }) => version.length));
  return [
    styled('bold', 'Versions'),
    ...versions
      .slice(0, FEW_VERSIONS)
      .map(({ version, publishedAt }) => `  ${version.padEnd(width)}  ${age(publishedAt, now)}`),
    ...andMore(versions.length - FEW_VERSIONS),
  ].join('\n');
};

const CHANGE_INDENT = 20;

const changeText = ({ at, who, why, action, versions, percent }: ReleaseChange): string[] => {
  const share = action !== 'canary' ? '' : percent === undefined ? ' ended' : ` ${percent} %`;
  const [first = '', ...rest] = wrapped(
    `${action} ${versions.join(' ')}${share} by ${who}${why ? `: ${why}` : ''}`,
    CHANGE_INDENT,
  );
  return [`  ${time(at)}`.padEnd(CHANGE_INDENT) + first.trimStart(), ...rest];
};

/** The newest changes, the last one first. */
export const historyText = (history: readonly ReleaseChange[]): string =>
  [
    styled('bold', 'History (UTC)'),
    ...history.slice(-FEW_CHANGES).reverse().flatMap(changeText),
    ...andMore(history.length - FEW_CHANGES),
  ].join('\n');
