export { incompatibility } from './compatibility';
export { failureRate, reasonToStop, type Health, type Tally } from './health';
export { readPublicKeys, readSigningKey } from './keys';
export { openReleases } from './open-releases';
export { promote } from './promote';
export { publish } from './publish';
export { readDescriptor } from './read-build';
export { ReleaseError } from './release-error';
export type { ReleaseStore, Trust } from './release-store';
