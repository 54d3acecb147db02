import {
  FEDERATION_MANIFEST,
  type Descriptor,
  type RemoteVersion,
  type PublishedVersion,
  type ReleaseFile,
  type Settings,
} from '@portal/contract';
import type { RemoteChoices } from '../../platform/config/remote-choices';

/** A version that can be served. */
export interface Version {
  version: string;
  published: PublishedVersion;
}

/** The portal that serves versions. */
export interface Portal {
  /** Its base path, without a trailing slash. */
  basePath: string;
  /** `pnpm dev`: files change at any time and have no integrity. */
  development: boolean;
  /** Whether previews may come from the developer's machine. */
  allowLocalRemotes: boolean;
  /** What the operator has chosen for each remote, instead of what its descriptor says. */
  choices?: RemoteChoices | undefined;
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
  { name, settings = {}, api: hasApi = false }: Descriptor,
  chosen: RemoteChoices[string] = {},
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

/** What the registry has of a descriptor, with what the operator has chosen. */
export const extrasOf = (descriptor: Descriptor, { choices }: Pick<Portal, 'choices'>) => {
  const { name, title, access, routes, navigation, requires, widgets, links, badges, settings } = descriptor;
  const chosen = choices?.[name];
  const shown = widgets?.flatMap((widget) => {
    const { disabled = false, order = widget.order } = chosen?.widgets?.[widget.name] ?? {};
    return disabled ? [] : [{ ...widget, order }];
  });
  return {
    descriptor: { name, title, access, routes, navigation, requires },
    ...(shown?.length && { widgets: shown }),
    links,
    badges,
    ...(settings && { settings: settingsOf(settings, chosen?.settings) }),
  };
};

/** The URL and integrity of a released file. */
export const releaseFile = (
  { basePath }: Pick<Portal, 'basePath'>,
  name: string,
  { version, published }: Version,
  file: string,
): ReleaseFile => ({
  url: `${basePath}/releases/${name}/${version}/${file}`,
  integrity: published.integrity[file] ?? '',
});

const remoteVersion = (
  portal: Portal,
  name: string,
  release: Version,
  descriptor: Descriptor,
): Omit<RemoteVersion, 'deployment'> => {
  const { version, published } = release;
  const { entry, globalName = '', format, preload, styles, integrity } = published;
  const file = (path: string) => releaseFile(portal, name, release, path);
  const modules = format === 'module' ? Object.keys(integrity).filter((path) => /\.m?js$/.test(path)) : [];
  const { url, integrity: ofEntry } = file(entry);
  return {
    url,
    metadata: { integrity: ofEntry, version },
    extras: {
      ...extrasOf(descriptor, portal),
      globalName,
      format,
      preload: preload.map(file),
      styles: styles.map(file),
      modules: modules.map(file),
      local: portal.development,
    },
  };
};

/** The registry entries of a remote: the visitor's version, then its fallback. */
export const remoteVersions = (
  portal: Portal,
  name: string,
  versions: readonly Version[],
): RemoteVersion[] => {
  const [first, ...others] = versions.flatMap((release) => {
    const { descriptor } = release.published;
    return descriptor ? [remoteVersion(portal, name, release, descriptor)] : [];
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
  extras: Pick<RemoteVersion['extras'], 'descriptor' | 'widgets' | 'links' | 'badges' | 'settings'>,
): RemoteVersion => ({
  url: `${origin}/${FEDERATION_MANIFEST}`,
  metadata: { integrity: '', version: '0.0.0-local' },
  deployment: { traffic: 100, default: true },
  extras: {
    ...extras,
    globalName: '',
    format: 'script',
    preload: [],
    styles: [],
    modules: [],
    local: true,
  },
});
