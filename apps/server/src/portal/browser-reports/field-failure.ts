import { LOAD_CAUSES, type LoadReport, type PublishedVersion } from '@portal/contract';
import type { StackFrame } from '@portal/releases';
import { browserOf } from '../../platform/http/device';
import type { NewFailure } from './report-store';

/** Anybody can send a report, so nothing in it is stored unchanged: decision 035. */

const MAX_MESSAGE = 200;
const MAX_FRAMES = 10;

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

type ReadVersion = (name: string, version: string) => Promise<PublishedVersion | undefined>;

/** The calls of a stack in published files, without those of extensions and embedders. */
export const framesOf = async (stack: string, readVersion: ReadVersion): Promise<StackFrame[]> => {
  const frames: StackFrame[] = [];
  // Each may be a look-up in the database, also of what was never published.
  const calls = [...stack.matchAll(FRAME)].slice(0, MAX_FRAMES);
  for (const [, name = '', version = '', file = '', line, column] of calls) {
    const { integrity = {} } = (await readVersion(name, version)) ?? {};
    const frame = { name, version, file, line: Number(line), column: Number(column) };
    if (frame.line > 0 && frame.column > 0 && Object.hasOwn(integrity, file)) frames.push(frame);
  }
  return frames;
};

/** The part of a failure report that is stored. */
export const fieldFailureOf = async (
  { remote: name, version, cause, message = '', stack = '' }: LoadReport,
  userAgent: string | undefined,
  readVersion: ReadVersion,
): Promise<NewFailure> => ({
  name,
  version,
  cause: cause ?? LOAD_CAUSES[0],
  message: maskMessage(message),
  stack: await framesOf(stack, readVersion),
  browser: browserOf(userAgent),
  last_at: new Date(),
});
