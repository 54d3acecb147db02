import { LOAD_CAUSES, type LoadReport, type PublishedVersion } from '@portal/contract';
import type { StackFrame } from '@portal/releases';
import type { NewFailure } from './report-store';

/** Anybody can send a report, so nothing in it is stored unchanged: decision 035. */

const MAX_MESSAGE = 200;
const MAX_FRAMES = 10;

/** Browsers by their User-Agent header, the most specific first: all but Firefox call themselves Safari. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,4})\b/],
  ['Opera', /\bOPR\/(\d{1,4})\b/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})\b/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})\b/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})\b/],
  ['Safari', /\bVersion\/(\d{1,4})\b.* Safari\//],
];

const OTHER = 'another browser';

/** The browser by its User-Agent header, as `Chrome 131`; from a list, so that the header can inject nothing else. */
export const browserOf = (userAgent: string | undefined): string => {
  for (const [name, version] of BROWSERS) {
    const [, major] = version.exec(userAgent?.slice(0, 512) ?? '') ?? [];
    if (major) return `${name} ${major}`;
  }
  return OTHER;
};

/** Keeps quoted identifiers. Masks data, as in «Unexpected token 'A', "Ann Example"... is not valid JSON». */
const maskQuote = (quoted: string): string => (/^"[\w$.-]+"$/.test(quoted) ? quoted : '"…"');

/** Masks everything in a message that can name a customer, an order, or a page. */
export const maskMessage = (message: string): string =>
  message
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    // A published file keeps its name; addresses of others, and paths of pages, do not.
    .replace(/[^\s(]*\/releases\/[a-z][\w-]*\/\d[^/\s]*\/([\w.@+/-]+)(?:\?[^\s)]*)?/g, '$1')
    .replace(/[a-z][a-z\d+.-]*:\/\/[^\s)"']+/gi, '…')
    .replace(/(^|[\s("'])\/[^\s)"']+/g, '$1…')
    .replace(/[^\s"'(<]+@[^\s"')>]+/g, '…')
    .replace(/(?:\.{3})?"[^"]*"(?:\.{3})?/g, maskQuote)
    .replace(/\+?\d(?:[ ().-]{0,2}\d){6,}/g, '…')
    .replace(/[\w-]*\d{4}[\w-]*/g, '…')
    .trim()
    .slice(0, MAX_MESSAGE);

/** `https://portal.example/releases/orders/1.4.0/remote.js?retry=1:1:234`, in the stacks of all browsers. */
const FRAME =
  /\/releases\/([a-z][a-z\d-]*)\/(\d[^/\s:]*)\/([\w.@+/-]+\.m?js)(?:\?[^\s:)]*)?:(\d{1,9}):(\d{1,9})/g;

/** Reads a published version; undefined if there is none. */
type ReadVersion = (name: string, version: string) => Promise<PublishedVersion | undefined>;

/** The calls of a stack in published files, without those of extensions and embedders. */
export const framesOf = async (stack: string, readVersion: ReadVersion): Promise<StackFrame[]> => {
  const frames: StackFrame[] = [];
  for (const [, name = '', version = '', file = '', line, column] of stack.matchAll(FRAME)) {
    const { integrity = {} } = (await readVersion(name, version)) ?? {};
    const frame = { name, version, file, line: Number(line), column: Number(column) };
    if (frame.line > 0 && frame.column > 0 && Object.hasOwn(integrity, file)) frames.push(frame);
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
};

/** The part of a failure report that is stored. */
export const fieldFailureOf = async (
  { version, cause, message = '', stack = '' }: LoadReport,
  userAgent: string | undefined,
  readVersion: ReadVersion,
): Promise<NewFailure> => ({
  version,
  cause: cause ?? LOAD_CAUSES[0],
  message: maskMessage(message),
  stack: await framesOf(stack, readVersion),
  browser: browserOf(userAgent),
  last_at: new Date(),
});
