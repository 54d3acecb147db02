import {
  type Language,
  type RemoteVersion,
  TRUSTED_TYPES_FILE,
  type Preview,
  type Registry,
  type ReleaseFile,
} from '@portal/contract';
import { SHELL } from '@portal/releases';
import { chooseVersions, servable } from './choose-versions';
import { previewProblem } from './previews';
import { findRelease, servedVersions, type Release, type ReleaseProblem } from './release';
import {
  choiceProblems,
  localRemoteVersion,
  releaseFile,
  remoteVersions,
  type Portal,
  type Version,
} from './remote-version';
import { remoteChecks, shellCheck, type CheckServable } from './servable';
import type { Visit } from './visits';

const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

/** The start script of a version of the shell. */
export type ShellVersion = ReleaseFile & { version: string };

/** The versions for one visitor. */
export interface Resolution {
  /** The shell, then its fallback; empty while there is none. */
  shell: readonly ShellVersion[];
  /** Whether every visitor gets that shell, because there is no canary. */
  isShellEverybodys: boolean;
  /** The files of that shell that the sign-in needs besides the script. */
  signInFiles: readonly ReleaseFile[];
  registry: Registry;
  /** Whether every version, fallbacks included, works on a page that requires Trusted Types. */
  trustedTypes: boolean;
  /** The outcome of each requested preview. */
  previews: Preview[];
  /** The published version of the shell and of each remote, without fallbacks. */
  served: ReadonlyMap<string, Version>;
  /** The versions that customers should get, or fall back to, but do not, and the operator's choices likewise. */
  skipped: ReleaseProblem[];
}

const skippedOf = (release: Release, check: CheckServable): ReleaseProblem[] =>
  servedVersions(release).flatMap((version) => {
    const { name, versions } = release;
    const published = versions[version];
    const problem = published ? check(published) : 'is not published';
    return problem ? [{ name, problem: `${name} ${version} is left out: it ${problem}.` }] : [];
  });

/** A portal without a shell shows nothing, so the previous one serves as a last resort. */
const shellVersions = (release: Release, visit: Visit, check: CheckServable): Version[] => {
  const chosen = chooseVersions(release, visit, check);
  return chosen.length > 0 ? chosen : servable(release, [release.previous], check);
};

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

const publishedRemotes = (
  releases: readonly Release[],
  visit: Visit,
  checkOf: (name: string) => CheckServable,
  language: Language,
): Map<string, Version[]> =>
  new Map(
    releases.flatMap((release) => {
      const { name } = release;
      // A team tries out its remote also as a customer who does not have it.
      const isPreviewed = visit.previews.some((preview) => preview.remote === name);
      const isAbsent = name === SHELL || (visit.absent?.includes(name) && !isPreviewed);
      const versions = isAbsent ? [] : chooseVersions(release, visit, checkOf(name));
      return versions.length > 0 ? [[name, versions.map((version) => inLanguage(version, language))]] : [];
    }),
  );

/** The requested previews with their problems, and the registry's remotes with local ones in their place. */
const withPreviews = (
  remotes: ReadonlyMap<string, RemoteVersion[]>,
  { previews }: Visit,
  portal: Portal,
  releases: readonly Release[],
  checkOf: (name: string) => CheckServable,
) => {
  const shown = new Map(remotes);
  const outcomes = previews.map((request): Preview => {
    const { kind, remote, version } = request;
    const [served] = remotes.get(remote) ?? [];
    const published = findRelease(releases, remote)?.versions[version];
    const known = { published, check: checkOf(remote), served };
    const problem = previewProblem(request, portal, known);
    if (kind === 'local' && problem === null && served)
      shown.set(remote, [localRemoteVersion(version, served.extras)]);
    return { remote, version, problem };
  });
  return { shown, outcomes };
};

/** Resolves releases for one visitor. Pure. @param language of the names of remotes */
export const resolve = (
  releases: readonly Release[],
  visit: Visit,
  portal: Portal,
  language: Language = 'en',
): Resolution => {
  const shell = findRelease(releases, SHELL);
  const checkShell = shellCheck(portal);
  const shells = shell ? shellVersions(shell, visit, checkShell) : [];
  const checkRemote = remoteChecks(releases, shells[0]?.version, portal);
  const checkFor = (name: string) => (name === SHELL ? checkShell : checkRemote(name));
  const published = publishedRemotes(releases, visit, checkRemote, language);
  const remotes = new Map(
    [...published].map(([name, versions]) => [name, remoteVersions(portal, name, versions)]),
  );

  const { shown, outcomes } = withPreviews(remotes, visit, portal, releases, checkFor);
  const hasLocal = [...shown.values()].flat().some(({ extras }) => extras.local);
  const versions = [...shells, ...[...published.values()].flat()];

  return {
    shell: shells.map((release) => ({
      version: release.version,
      ...releaseFile(portal, SHELL, release, release.published.entry),
    })),
    isShellEverybodys: !shell?.canary,
    signInFiles: shells
      .slice(0, portal.development ? 0 : 1)
      .flatMap((first) => first.published.preload.map((file) => releaseFile(portal, SHELL, first, file))),
    registry: { schema: SCHEMA, microFrontends: Object.fromEntries(shown) },
    trustedTypes:
      !hasLocal &&
      versions.every(({ published: { integrity } }) => integrity[TRUSTED_TYPES_FILE] !== undefined),
    previews: outcomes,
    served: new Map(
      [[SHELL, shells] as const, ...published].flatMap(([name, [version]]) =>
        version ? [[name, version] as const] : [],
      ),
    ),
    skipped: [
      ...releases.flatMap((release) => skippedOf(release, checkFor(release.name))),
      ...[...published].flatMap(([name, [first]]) =>
        choiceProblems(name, first?.published.descriptor, portal.choices?.[name]),
      ),
    ],
  };
};

/** A registry of some of its remotes. */
export const registryOf = ({ schema, microFrontends }: Registry, names: readonly unknown[]): Registry => ({
  schema,
  microFrontends: Object.fromEntries(Object.entries(microFrontends).filter(([name]) => names.includes(name))),
});
