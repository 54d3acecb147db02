export { descriptorFaults } from './descriptor-faults';
export { bytesOf, firstLoadOf, sizeText } from './first-load';
export {
  buildFiles,
  contentHash,
  filesIn,
  integrityOf,
  integrityOfFiles,
  publishableFiles,
} from './integrity';
export { ownReact } from './own-react';
export { readBuild, readDescriptor, SHARED_MAJORS } from './read-build';
export { describeFaults, isMissing, readJson } from './read-json';
export * from './release-calls';
export * from './release-error';
export * from './route-rules';
export * from './version-files';
