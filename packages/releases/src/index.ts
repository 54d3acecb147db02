export { openReleases } from './open-releases';
export { promote } from './promote';
export { publish } from './publish';
export { readDescriptor } from './read-build';
export { ReleaseError } from './release-error';
export type { ReleaseStore } from './release-store';
