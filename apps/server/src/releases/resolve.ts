import type { PublishedVersion, Registry, ReleaseDocument } from '@portal/contract';

/** The vocabulary that the registry speaks: awslabs/frontend-discovery. */
const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

const SHELL = 'shell';

/** What the page needs to know: which script is the shell, and which remotes there are. */
export interface Resolution {
  /** Undefined as long as no shell was promoted. */
  shell: { url: string; integrity: string } | undefined;
  registry: Registry;
}

interface Live {
  name: string;
  version: string;
  published: PublishedVersion;
}

const liveVersion = ({ name, live, versions }: ReleaseDocument): Live[] => {
  const published = live === null ? undefined : versions[live];
  return live !== null && published ? [{ name, version: live, published }] : [];
};

const shellOf = (live: Live, url: (file: string) => string) => ({
  url: url(live.published.entry),
  integrity: live.published.integrity[live.published.entry] ?? '',
});

const microFrontendOf = (
  { version, published }: Live,
  url: (file: string) => string,
): Registry['microFrontends'][string] => {
  const { entry, globalName, preload, descriptor, integrity } = published;
  if (!descriptor || !globalName) return [];
  return [
    {
      url: url(entry),
      metadata: { version, integrity: integrity[entry] ?? '' },
      extras: { descriptor, globalName, preload: preload.map(url) },
    },
  ];
};

/**
 * From release documents to what one visitor gets. Pure: the same documents give the same answer.
 * @param basePath path under which the portal is served, without a trailing slash
 */
export const resolve = (documents: readonly ReleaseDocument[], basePath: string): Resolution => {
  const live = documents.flatMap(liveVersion);
  const urlOf =
    ({ name, version }: Live) =>
    (file: string) =>
      `${basePath}/releases/${name}/${version}/${file}`;
  const shell = live.find(({ name }) => name === SHELL);
  const remotes = live
    .map((release) => [release.name, microFrontendOf(release, urlOf(release))] as const)
    .filter(([, versions]) => versions.length > 0);
  return {
    shell: shell && shellOf(shell, urlOf(shell)),
    registry: { schema: SCHEMA, microFrontends: Object.fromEntries(remotes) },
  };
};
