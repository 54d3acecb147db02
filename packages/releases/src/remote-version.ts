import {
  FEDERATION_MANIFEST,
  type Descriptor,
  type RemoteVersion,
  type PublishedVersion,
  type ReleaseFile,
} from '@portal/contract';

/** A version that can be served. */
export interface Version {
  version: string;
  published: PublishedVersion;
}

/** Where versions are served. */
interface Place {
  /** The base path of the portal, without a trailing slash. */
  basePath: string;
  /** `pnpm dev`: files change at any time and have no integrity. */
  development?: boolean;
}

/** The URL and integrity of a released file. */
export const releaseFile = (
  { basePath }: Pick<Place, 'basePath'>,
  name: string,
  { version, published }: Version,
  file: string,
): ReleaseFile => ({
  url: `${basePath}/releases/${name}/${version}/${file}`,
  integrity: published.integrity[file] ?? '',
});

const remoteVersion = (
  place: Place,
  name: string,
  release: Version,
  descriptor: Descriptor,
): Omit<RemoteVersion, 'deployment'> => {
  const { version, published } = release;
  const { entry, globalName = '', format, preload, styles, integrity } = published;
  const file = (path: string) => releaseFile(place, name, release, path);
  const modules = format === 'module' ? Object.keys(integrity).filter((path) => /\.m?js$/.test(path)) : [];
  const { url, integrity: ofEntry } = file(entry);
  return {
    url,
    metadata: { integrity: ofEntry, version },
    extras: {
      descriptor,
      globalName,
      format,
      preload: preload.map(file),
      styles: styles.map(file),
      modules: modules.map(file),
      local: place.development ?? false,
    },
  };
};

/** The registry entries of a remote: the visitor's version, then its fallback. */
export const remoteVersions = (place: Place, name: string, versions: readonly Version[]): RemoteVersion[] => {
  const [first, ...others] = versions.flatMap((release) => {
    const { descriptor } = release.published;
    return descriptor ? [remoteVersion(place, name, release, descriptor)] : [];
  });
  if (!first) return [];
  const fallbackUrl = others[0]?.url;
  return [
    { ...first, ...(fallbackUrl && { fallbackUrl }), deployment: { traffic: 100, default: true } },
    ...others.map((other) => ({ ...other, deployment: { traffic: 0, default: false } })),
  ];
};

/** A remote on a developer's machine; the shell reads the rest from its federation manifest. */
export const localRemoteVersion = (origin: string, descriptor: Descriptor): RemoteVersion => ({
  url: `${origin}/${FEDERATION_MANIFEST}`,
  metadata: { integrity: '', version: '0.0.0-local' },
  deployment: { traffic: 100, default: true },
  extras: {
    descriptor,
    globalName: '',
    format: 'script',
    preload: [],
    styles: [],
    modules: [],
    local: true,
  },
});
