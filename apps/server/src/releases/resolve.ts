import type { MicroFrontend, Preview, Registry, ReleaseDocument } from '@portal/contract';
import { type Fault, type Portal, remoteFault, shellFault } from './check-servable';
import { chooseVersions, type Released, servable, type Version } from './choose-versions';
import { localMicroFrontend, microFrontends, releaseFile } from './micro-frontend';
import { previewProblem } from './previews';
import type { Visit } from './visits';

/** The vocabulary that the registry speaks: awslabs/frontend-discovery. */
const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

const SHELL = 'shell';

/** A version of the shell: the script to start with. */
export interface ShellVersion {
  version: string;
  url: string;
  integrity: string;
}

/** A version that customers should get, or could fall back to, and do not. */
interface Skipped {
  name: string;
  /** Which one, and why, as a sentence. */
  problem: string;
}

/** What one visitor gets. */
export interface Resolution {
  /** The shell, followed by the one to fall back to; empty as long as there is none. */
  shell: readonly ShellVersion[];
  registry: Registry;
  /** What became of the previews that this visitor asked for. */
  previews: Preview[];
  skipped: Skipped[];
}

const skippedOf = ({ name, live, canary, previous, versions }: ReleaseDocument, fault: Fault): Skipped[] =>
  [...new Set([live, canary?.version, previous])].flatMap((version) => {
    if (!version) return [];
    const published = versions[version];
    const problem = published ? fault(published) : 'is not published';
    return problem ? [{ name, problem: `${name} ${version} is left out: it ${problem}.` }] : [];
  });

/** A portal without a shell has nothing to show, so that even the one before live will do. */
const shellVersions = (released: Released, visit: Visit, fault: Fault): Version[] => {
  const chosen = chooseVersions(released, visit, fault);
  return chosen.length > 0 ? chosen : servable(released.document, [released.document.previous], fault);
};

const shellScript = (portal: Portal, release: Version): ShellVersion => ({
  version: release.version,
  ...releaseFile(portal, SHELL, release, release.published.entry),
});

/** Every remote that this visitor gets a published version of. */
const publishedRemotes = (
  released: readonly Released[],
  visit: Visit,
  portal: Portal,
  fault: Fault,
): Map<string, MicroFrontend[]> =>
  new Map(
    released
      .filter(({ document }) => document.name !== SHELL)
      .map((remote) => {
        const { name } = remote.document;
        return [name, microFrontends(portal, name, chooseVersions(remote, visit, fault))] as const;
      })
      .filter(([, versions]) => versions.length > 0),
  );

/**
 * From release documents to what one visitor gets. Pure: the same documents, visit and portal give the same answer.
 */
export const resolve = (released: readonly Released[], visit: Visit, portal: Portal): Resolution => {
  const find = (name: string) => released.find(({ document }) => document.name === name);
  const shell = find(SHELL);
  const faultOfShell = shellFault(portal);
  const shells = shell ? shellVersions(shell, visit, faultOfShell) : [];
  const faultOfRemote = remoteFault(shells[0]?.version, portal);
  const faultFor = (name: string) => (name === SHELL ? faultOfShell : faultOfRemote);
  const remotes = publishedRemotes(released, visit, portal, faultOfRemote);

  const outcomes = visit.previews.map((request) => {
    const [served] = remotes.get(request.remote) ?? [];
    const document = find(request.remote)?.document;
    const fault = faultFor(request.remote);
    return { request, served, problem: previewProblem(request, portal, { document, fault, served }) };
  });
  for (const { request, served, problem } of outcomes)
    if (request.kind === 'local' && served && problem === null)
      remotes.set(request.remote, [localMicroFrontend(request.version, served.extras.descriptor)]);

  return {
    shell: shells.map((release) => shellScript(portal, release)),
    registry: { schema: SCHEMA, microFrontends: Object.fromEntries(remotes) },
    previews: outcomes.map(({ request: { remote, version }, problem }) => ({ remote, version, problem })),
    skipped: released.flatMap(({ document }) => skippedOf(document, faultFor(document.name))),
  };
};
