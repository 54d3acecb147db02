import {
  type Language,
  type RemoteVersion,
  TRUSTED_TYPES_FILE,
  type Preview,
  type PublishedVersion,
  type Registry,
  type ReleaseFile,
} from '@portal/contract';
import { SHELL } from '@portal/releases';
import { chooseVersions } from './choose-versions';
import { incompatibility } from './conflicts';
import { previewProblem } from './previews';
import { findRelease, type Release } from './release';
import {
  extrasOf,
  localRemoteVersion,
  releaseFile,
  remoteVersions,
  type Portal,
  type Version,
} from './remote-version';
import type { Visit } from './visits';

const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

/** The start script of a version of the shell. */
export type ShellVersion = ReleaseFile & { version: string };

/** The versions for one visitor. */
export interface Resolution {
  /** The shell, then its fallback; empty while there is none. */
  shell: readonly ShellVersion[];
  registry: Registry;
  /** Whether every version, fallbacks included, works on a page that requires Trusted Types. */
  trustedTypes: boolean;
  /** The outcome of each requested preview. */
  previews: Preview[];
  /** The published version of the shell and of each remote, without fallbacks. */
  served: ReadonlyMap<string, Version>;
}

/** A version with its title and labels in a language; English without a translation. */
const inLanguage = ({ version, published }: Version, language: Language): Version => {
  const { descriptor, texts = {} } = published;
  const translations = texts[language];
  if (!descriptor || !translations) return { version, published };
  const translate = (text: string): string => translations[text] ?? text;
  const title = translate(descriptor.title);
  const navigation = descriptor.navigation.map((entry) => ({ ...entry, label: translate(entry.label) }));
  return { version, published: { ...published, descriptor: { ...descriptor, title, navigation } } };
};

type Fits = (published: PublishedVersion) => boolean;

const publishedRemotes = (releases: readonly Release[], visit: Visit, fits: Fits, language: Language) =>
  new Map(
    releases.flatMap((release): [string, Version[]][] => {
      const { name } = release;
      // A team tries out its remote also as a customer who does not have it.
      const isPreviewed = visit.previews.some(({ remote }) => remote === name);
      if (name === SHELL || (visit.absent?.includes(name) && !isPreviewed)) return [];
      const versions = chooseVersions(release, visit, fits);
      return versions.length > 0 ? [[name, versions.map((version) => inLanguage(version, language))]] : [];
    }),
  );

/** Resolves releases that can be served for one visitor. Pure. @param language of the names of remotes */
export const resolve = (
  releases: readonly Release[],
  visit: Visit,
  portal: Portal,
  language: Language = 'en',
): Resolution => {
  const shell = findRelease(releases, SHELL);
  const shells = shell ? chooseVersions(shell, visit, () => true) : [];
  // In development, the shell's version says nothing.
  const shellVersion = portal.development ? undefined : shells[0]?.version;
  const fits: Fits = ({ descriptor }) => !descriptor || !incompatibility(descriptor, shellVersion);
  const published = publishedRemotes(releases, visit, fits, language);
  const remotes = new Map<string, RemoteVersion[]>();
  for (const [name, versions] of published) remotes.set(name, remoteVersions(portal, name, versions));

  const previews = visit.previews.map((request): Preview => {
    const { kind, remote, version, descriptor } = request;
    const [served] = remotes.get(remote) ?? [];
    const local = descriptor ? extrasOf(descriptor, portal) : served?.extras;
    const problem = previewProblem(request, portal, { shell: shellVersion, served });
    if (kind === 'local' && problem === null && local)
      remotes.set(remote, [localRemoteVersion(version, local)]);
    return { remote, version, problem };
  });

  const versions = [...shells, ...[...published.values()].flat()];
  const hasLocal = [...remotes.values()].flat().some(({ extras }) => extras.local);
  return {
    shell: shells.map((release) => ({
      version: release.version,
      ...releaseFile(portal, SHELL, release, release.published.entry),
    })),
    registry: { schema: SCHEMA, microFrontends: Object.fromEntries(remotes) },
    trustedTypes:
      !hasLocal &&
      versions.every(({ published: { integrity } }) => integrity[TRUSTED_TYPES_FILE] !== undefined),
    previews,
    served: new Map(
      [[SHELL, shells] as const, ...published].flatMap(([name, [version]]) =>
        version ? [[name, version] as const] : [],
      ),
    ),
  };
};

/** A registry of some of its remotes. */
export const registryOf = ({ schema, microFrontends }: Registry, names: readonly unknown[]): Registry => ({
  schema,
  microFrontends: Object.fromEntries(Object.entries(microFrontends).filter(([name]) => names.includes(name))),
});
