export { faultOfName, nextSteps, writeFiles } from './create-remote';
export { BUNDLER_NAMES, isBundler, remoteInRepository, type BundlerName } from './in-repository';
export { remoteInWorkspace } from './in-workspace';
export type { Files, NewRemote } from './screen-files';
export { shellRange } from './versions';
