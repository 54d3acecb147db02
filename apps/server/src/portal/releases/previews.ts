import {
  descriptorSchema,
  versionSchema,
  type Descriptor,
  type PublishedVersion,
  type RemoteVersion,
} from '@portal/contract';
import { remoteName } from '@portal/releases';
import * as v from 'valibot';
import type { Key } from '../../platform/crypto/secrets';
import { incompatibility } from './conflicts';
import type { Portal } from './remote-version';

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

/** A requested preview: a granted version, a local remote, or a mistake. */
export interface PreviewRequest {
  kind: 'granted' | 'expired' | 'local' | 'mistake';
  remote: string;
  /** The version, or the origin of the local remote: `http://localhost:3002`. */
  version: string;
  /** The descriptor of a local remote; absent if that of its live version counts. */
  descriptor?: Descriptor | undefined;
  /** The granted version, if it is published. */
  published?: PublishedVersion | undefined;
  /** Why it cannot be served in any shell, to complete "it …". */
  fault?: string | undefined;
}

/** Longer texts are cut off: the cookie goes with every request. */
const MAX_LENGTH = 2048;

const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * The origin of a local remote, and its descriptor in base64url. Loopback only, so that a link cannot point a developer's
 * browser at another machine.
 */
const LOCAL = /^(http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?)(?:\/([\w-]+))?$/;

const localDescriptorSchema = v.pipe(v.string(), v.parseJson(), descriptorSchema);

/** What a grant says: some versions, and until when, in seconds since 1970. */
const grantSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ versions: v.array(v.tuple([remoteName, versionSchema])), expires: v.number() }),
);

/** Grants the preview of some versions, as the value of `?preview=`. */
export const grantPreview = (
  versions: readonly { name: string; version: string }[],
  expiresAt: Date,
  key: Key,
): string => {
  const granted = versions.map(({ name, version }) => [name, version]);
  const text = JSON.stringify({ versions: granted, expires: Math.floor(expiresAt.getTime() / 1000) });
  return `${Buffer.from(text).toString('base64url')}.${key.sign(text)}`;
};

const readGrant = (part: string, key: Key, now: Date): PreviewRequest[] | undefined => {
  const [payload = '', signature = ''] = part.split('.');
  const text = Buffer.from(payload, 'base64url').toString('utf8');
  if (!key.verify(text, signature)) return undefined;
  const { versions, expires } = v.parse(grantSchema, text);
  const kind = expires * 1000 > now.getTime() ? 'granted' : 'expired';
  return versions.map(([remote, version]) => ({ kind, remote, version }));
};

const readLocal = (remote: string, address: string): PreviewRequest | undefined => {
  const [, version, text] = LOCAL.exec(address) ?? [];
  if (version === undefined || !NAME.test(remote)) return undefined;
  const local = { kind: 'local', remote, version } as const;
  if (text === undefined) return local;
  const read = v.safeParse(localDescriptorSchema, Buffer.from(text, 'base64url').toString('utf8'));
  return read.success && read.output.name === remote ? { ...local, descriptor: read.output } : undefined;
};

const parse = (part: string, key: Key, now: Date): PreviewRequest[] => {
  const granted = readGrant(part, key, now);
  if (granted) return granted;
  const [, remote = part, version = ''] = /^([^@]*)@(.*)$/.exec(part.replace(/\/$/, '')) ?? [];
  return [readLocal(remote, version) ?? { kind: 'mistake', remote, version }];
};

/** The part of `?preview=…` that fits into a cookie: visible ASCII of limited length. */
export const previewText = (wanted: string): string => wanted.replace(/[^!-~]/g, '').slice(0, MAX_LENGTH);

/** Parses grants, and local remotes such as `orders@http://localhost:3002`, with commas between: one per remote, the last one wins. */
export const parsePreviews = (text: string, key: Key, now: Date): PreviewRequest[] => {
  if (text === '' || text === 'off') return [];
  const requests = previewText(text)
    .split(',')
    .filter(Boolean)
    .flatMap((part) => parse(part, key, now));
  return [...new Map(requests.map((request) => [request.remote, request])).values()];
};

interface Known {
  /** The version of the shell that the visitor gets. */
  shell: string | undefined;
  /** The version that the visitor gets without a preview. */
  served: RemoteVersion | undefined;
}

/** Why a preview is not shown, as a sentence; null when it is shown. */
export const previewProblem = (
  { kind, remote, version, published, descriptor = published?.descriptor, fault }: PreviewRequest,
  { allowLocalRemotes }: Pick<Portal, 'allowLocalRemotes'>,
  { shell, served }: Known,
): string | null => {
  const reason = fault ?? (descriptor && incompatibility(descriptor, shell));
  const misfit = reason === undefined ? null : `${remote} ${version} cannot be shown: it ${reason}.`;
  switch (kind) {
    case 'mistake':
      return 'That is not the link of a preview. Make one: pnpm portal preview orders@1.5.0-pr12.';
    case 'expired':
      return `The preview of ${remote} ${version} has expired. Make a new link: pnpm portal preview ${remote}@${version}.`;
    case 'local':
      if (!allowLocalRemotes)
        return `This portal does not load remotes from ${version}. Its operator can set ALLOW_LOCAL_REMOTES=true.`;
      if (!descriptor && !served)
        return `${remote} is not live, and the link lacks its descriptor. Open the address that \`npm run dev:federated\` prints.`;
      return misfit;
    case 'granted':
      return published ? misfit : `${remote} has no published version ${version}.`;
  }
};
