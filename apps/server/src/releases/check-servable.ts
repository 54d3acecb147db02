import type { PublishedVersion } from '@portal/contract';
import { incompatibility } from '@portal/releases';

/** The portal that versions are resolved for. */
export interface Portal {
  /** Path under which the portal is served, without a trailing slash. */
  basePath: string;
  /** `pnpm dev`: files change at any time, and have no integrity; whatever is built belongs together. */
  development: boolean;
  /** Whether a preview may come from the developer's own machine. */
  allowLocalRemotes: boolean;
}

/** Why a version cannot be served, to complete "this version …"; undefined when it can. */
export type Fault = (published: PublishedVersion) => string | undefined;

/** A browser would have to run a file unchecked. */
const missingIntegrity: Fault = ({ entry, preload, styles, integrity }) => {
  const bare = [entry, ...preload, ...styles].find((file) => !integrity[file]);
  return bare === undefined ? undefined : `has no integrity for ${bare}`;
};

const missingName: Fault = ({ descriptor, globalName, format }) => {
  if (!descriptor) return 'has no descriptor';
  return format === 'script' && !globalName ? 'has no global name' : undefined;
};

/** Why a version of the shell cannot be served. */
export const shellFault = ({ development }: Portal): Fault =>
  development ? () => undefined : missingIntegrity;

/**
 * Why a version of a remote cannot be served.
 * @param shellVersion that the visitor gets; undefined as long as there is none
 */
export const remoteFault = (shellVersion: string | undefined, { development }: Portal): Fault => {
  const misfit: Fault = ({ descriptor }) =>
    descriptor && shellVersion !== undefined ? incompatibility(descriptor, shellVersion) : undefined;
  return (published) =>
    missingName(published) ?? (development ? undefined : (missingIntegrity(published) ?? misfit(published)));
};
