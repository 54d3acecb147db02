import type { RemoteVersion, ReleaseDocument } from '@portal/contract';
import { isVersion } from '@portal/releases';
import type { CheckServable, Portal } from './check-servable';

/** Reads `?preview=…` from the path and query of a request; undefined without one. */
export const previewAddress = (url: string): { wanted: string; location: string } | undefined => {
  if (!url.includes('?')) return undefined;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const wanted = parameters.getAll('preview');
  if (wanted.length === 0) return undefined;
  parameters.delete('preview');
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : '';
  // Leading slashes or backslashes would redirect to another site.
  return { wanted: wanted.join(','), location: path.replace(/^[/\\]+/, '/') + rest };
};

/** A requested preview: a published version, a local remote, or a mistake. */
export interface PreviewRequest {
  kind: 'published' | 'local' | 'mistake';
  remote: string;
  /** The version, or the origin of the local remote: `http://localhost:3002`. */
  version: string;
}

/** Longer texts are cut off: the cookie goes with every request. */
const MAX_LENGTH = 1024;

const NAME = /^[a-z][a-z0-9-]*$/;

/** Loopback only, so that a link cannot point a developer's browser at another machine. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

const parse = (text: string): PreviewRequest => {
  const [, remote = text, version = ''] = /^([^@]*)@(.*)$/.exec(text.replace(/\/$/, '')) ?? [];
  if (NAME.test(remote) && isVersion(version)) return { kind: 'published', remote, version };
  return { kind: NAME.test(remote) && LOCAL.test(version) ? 'local' : 'mistake', remote, version };
};

/** The part of `?preview=…` that fits into a cookie: visible ASCII of limited length. */
export const previewText = (wanted: string): string => wanted.replace(/[^!-~]/g, '').slice(0, MAX_LENGTH);

/** Parses previews such as `orders@1.5.0-pr12`, with commas between: one per remote, the last one wins. */
export const parsePreviews = (text: string): PreviewRequest[] => {
  if (text === '' || text === 'off') return [];
  const requests = previewText(text).split(',').filter(Boolean).map(parse);
  return [...new Map(requests.map((request) => [request.remote, request])).values()];
};

interface Known {
  /** The release document of the requested remote. */
  document: ReleaseDocument | undefined;
  check: CheckServable;
  /** The version that the visitor gets without a preview. */
  served: RemoteVersion | undefined;
}

/** Why a preview is not shown, as a sentence; null when it is shown. */
export const previewProblem = (
  { kind, remote, version }: PreviewRequest,
  { allowLocalRemotes }: Pick<Portal, 'allowLocalRemotes'>,
  { document, check, served }: Known,
): string | null => {
  if (kind === 'mistake') {
    const wanted = [remote, version].filter(Boolean).join('@').slice(0, 80);
    return `"${wanted}" is not a preview. Name a published version: ?preview=orders@1.5.0-pr12.`;
  }
  if (kind === 'local') {
    if (!allowLocalRemotes)
      return `This portal does not load remotes from ${version}. Its operator can set ALLOW_LOCAL_REMOTES=true.`;
    const missing = `${remote} must be live before ${version} can take its place. Promote a version of it.`;
    return served ? null : missing;
  }
  if (!document) return `There is no published remote ${remote}.`;
  const published = document.versions[version];
  if (!published) return `${remote} has no published version ${version}.`;
  const reason = check(published);
  return reason === undefined ? null : `${remote} ${version} cannot be shown: it ${reason}.`;
};
