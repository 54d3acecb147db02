import type { PublishedVersion } from '@portal/contract';
import type { RouteOwners } from '@portal/releases';
import { incompatibility } from './conflicts';
import type { Place } from './remote-version';
import type { routeOwnership } from './route-ownership';

/** The portal that resolves versions. */
export interface Portal extends Place {
  /** Whether previews may come from the developer's machine. */
  allowLocalRemotes: boolean;
  /** The routes that the operator has given to remotes. */
  owners?: RouteOwners | undefined;
}

/** Returns why a version cannot be served, to complete "this version …"; undefined when it can. */
export type CheckServable = (published: PublishedVersion) => string | undefined;

/** Without integrity, the browser would run a file unchecked. */
const missingIntegrity: CheckServable = ({ entry, preload, styles, integrity }) => {
  const bare = [entry, ...preload, ...styles].find((file) => !integrity[file]);
  return bare === undefined ? undefined : `has no integrity for ${bare}`;
};

const missingName: CheckServable = ({ descriptor, globalName, format }) => {
  if (!descriptor) return 'has no descriptor';
  return format === 'script' && !globalName ? 'has no global name' : undefined;
};

/** The check for versions of the shell. */
export const shellCheck = ({ development }: Portal): CheckServable =>
  development ? () => undefined : missingIntegrity;

/** The checks for versions of remotes, by name. @param shellVersion the visitor's shell; undefined without one */
export const remoteChecks = (
  shellVersion: string | undefined,
  ownership: ReturnType<typeof routeOwnership>,
  { development }: Portal,
): ((name: string) => CheckServable) => {
  const misfit: CheckServable = ({ descriptor }) =>
    descriptor && shellVersion !== undefined ? incompatibility(descriptor, shellVersion) : undefined;
  return (name) => (published) => {
    const { descriptor } = published;
    if (!descriptor || development) return missingName(published);
    return (
      missingName(published) ??
      missingIntegrity(published) ??
      misfit(published) ??
      ownership(name, descriptor)
    );
  };
};
