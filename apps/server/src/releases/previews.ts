import type { MicroFrontend, ReleaseDocument } from '@portal/contract';
import type { Fault, Portal } from './check-servable';

/** What an address asks for with `?preview=…`, and the same address without it. */
interface PreviewAddress {
  asked: string;
  location: string;
}

/**
 * Reads `?preview=…` out of an address.
 * @param url path and query, as requested
 * @returns undefined when it asks for no preview
 */
export const previewAddress = (url: string): PreviewAddress | undefined => {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const asked = parameters.getAll('preview');
  if (asked.length === 0) return undefined;
  parameters.delete('preview');
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : '';
  // Two slashes at the start, or a backslash, would lead to another site.
  return { asked: asked.join(','), location: path.replace(/^[/\\]+/, '/') + rest };
};

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

interface Known {
  /** What is released of the remote that was asked for. */
  document: ReleaseDocument | undefined;
  fault: Fault;
  /** What the visitor gets of that remote without a preview. */
  served: MicroFrontend | undefined;
}

const publishedProblem = ({ remote, version }: PreviewRequest, { document, fault }: Known): string | null => {
  if (!document) return `Nothing of the name ${remote} is published.`;
  const published = document.versions[version];
  if (!published) return `${remote} has no published version ${version}.`;
  const reason = fault(published);
  return reason === undefined ? null : `${remote} ${version} cannot be shown: it ${reason}.`;
};

const localProblem = (
  { remote, version }: PreviewRequest,
  { allowLocalRemotes }: Pick<Portal, 'allowLocalRemotes'>,
  { served }: Known,
): string | null => {
  if (!allowLocalRemotes)
    return `This portal takes no remote from ${version}. Its operator allows that with ALLOW_LOCAL_REMOTES=true.`;
  return served
    ? null
    : `${remote} must be live before ${version} can take its place. Promote a version of it.`;
};

const mistake = ({ remote, version }: PreviewRequest): string => {
  const asked = [remote, version].filter(Boolean).join('@').slice(0, 80);
  return `"${asked}" is no preview. Ask for a published version by name and number: ?preview=orders@1.5.0-pr12.`;
};

/** Why what a browser asked for is not shown, as a sentence; null when it is. */
export const previewProblem = (request: PreviewRequest, portal: Portal, known: Known): string | null => {
  if (request.kind === 'published') return publishedProblem(request, known);
  return request.kind === 'local' ? localProblem(request, portal, known) : mistake(request);
};
