import {
  FEDERATION_MANIFEST,
  pageDescriptorSchema,
  type Descriptor,
  type RemoteVersion,
  type PublishedVersion,
  type ReleaseFile,
  type Settings,
} from '@portal/contract';
import * as v from 'valibot';

/** A version that can be served. */
export interface Version {
  version: string;
  published: PublishedVersion;
}

/** What the operator has chosen for a remote, instead of what its descriptor says. */
export interface OperatorChoices {
  widgets?:
    Readonly<Record<string, { disabled?: boolean | undefined; order?: number | undefined }>> | undefined;
  settings?: Settings | undefined;
  /** The address of its back end. */
  api?: URL | undefined;
}

/** Where versions are served. */
export interface Place {
  /** The base path of the portal, without a trailing slash. */
  basePath: string;
  /** `pnpm dev`: files change at any time and have no integrity. */
  development: boolean;
  /** What the operator has chosen for each remote. */
  choices?: Readonly<Record<string, OperatorChoices>> | undefined;
}

/** The settings with those of the operator's values that have the type of the default. */
const settingsOf = (defaults: Settings, chosen: Settings = {}): Settings => ({
  ...defaults,
  ...Object.fromEntries(
    Object.entries(chosen).filter(([setting, value]) => typeof value === typeof defaults[setting]),
  ),
});

/** Why choices of the operator do not apply to a remote, or which one it lacks. */
export const choiceProblems = (
  name: string,
  { settings = {}, api: hasApi = false }: Pick<Descriptor, 'settings' | 'api'> = {},
  chosen: OperatorChoices = {},
) => {
  const misfits = Object.entries(chosen.settings ?? {}).flatMap(([setting, value]) => {
    const expected = typeof settings[setting];
    if (typeof value === expected) return [];
    const why =
      expected === 'undefined'
        ? 'which has no such setting. Remove it.'
        : `which needs a ${expected}, not a ${typeof value}. Until then, its default applies.`;
    return `REMOTES sets "${setting}" of ${name}, ${why}`;
  });
  const needsAddress = hasApi && !chosen.api;
  const lacks = needsAddress
    ? [`REMOTES lacks "api" of ${name}, the address of its back end. Its calls fail.`]
    : [];
  return [...misfits, ...lacks].map((problem) => ({ name, problem }));
};

/** The descriptor's parts in the registry. Shells before 1.1 refuse a descriptor with others than a page's. */
const extrasOf = (descriptor: Descriptor, { choices }: Pick<Place, 'choices'>) => {
  const { name, widgets, links, settings } = descriptor;
  const chosen = choices?.[name];
  const shown = widgets?.flatMap((widget) => {
    const { disabled = false, order = widget.order } = chosen?.widgets?.[widget.name] ?? {};
    return disabled ? [] : [{ ...widget, order }];
  });
  return {
    descriptor: v.parse(v.object(pageDescriptorSchema.entries), descriptor),
    ...(shown?.length && { widgets: shown }),
    ...(links && { links }),
    ...(settings && { settings: settingsOf(settings, chosen?.settings) }),
  };
};

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
      ...extrasOf(descriptor, place),
      globalName,
      format,
      preload: preload.map(file),
      styles: styles.map(file),
      modules: modules.map(file),
      local: place.development,
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
export const localRemoteVersion = (
  origin: string,
  { descriptor, widgets, links, settings }: RemoteVersion['extras'],
): RemoteVersion => ({
  url: `${origin}/${FEDERATION_MANIFEST}`,
  metadata: { integrity: '', version: '0.0.0-local' },
  deployment: { traffic: 100, default: true },
  extras: {
    descriptor,
    widgets,
    links,
    settings,
    globalName: '',
    format: 'script',
    preload: [],
    styles: [],
    modules: [],
    local: true,
  },
});
