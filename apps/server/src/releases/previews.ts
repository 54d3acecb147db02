/** A version that a browser asked for: one that was published, one on the developer's own machine, or no such thing. */
export interface PreviewRequest {
  kind: 'published' | 'local' | 'mistake';
  remote: string;
  /** The version, or the address of the developer's machine: `http://localhost:3002`. */
  version: string;
}

/** What is longer than this is cut off: it comes back with every request, in a cookie. */
const MAX_LENGTH = 1024;

const PUBLISHED = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Loopback only: nobody else's machine can be named, not even by a link that was sent to a developer. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

const kindOf = (remote: string, version: string): PreviewRequest['kind'] => {
  if (!/^[a-z][a-z0-9-]*$/.test(remote)) return 'mistake';
  if (PUBLISHED.test(version)) return 'published';
  return LOCAL.test(version) ? 'local' : 'mistake';
};

const parse = (text: string): PreviewRequest => {
  const [, remote = text, version = ''] = /^([^@]*)@(.*)$/.exec(text.replace(/\/$/, '')) ?? [];
  return { kind: kindOf(remote, version), remote, version };
};

/** What of `?preview=…` is kept in a cookie: visible ASCII, and not without end. */
export const previewText = (asked: string): string => asked.replace(/[^!-~]/g, '').slice(0, MAX_LENGTH);

/**
 * Reads what a browser asked for.
 * @param text `orders@1.5.0-pr12`, or several with commas between; empty or `off` for none
 * @returns one request for each remote, the last one that was named
 */
export const parsePreviews = (text: string): PreviewRequest[] => {
  if (text === 'off') return [];
  const requests = previewText(text).split(',').filter(Boolean).map(parse);
  return [...new Map(requests.map((request) => [request.remote, request])).values()];
};
