export { buildFilesSchema, readBuildFiles, withBuildFiles } from './build-files';
export { canary, stopCanary } from './canary';
export { newestFirst, requireDocument, type Outcome } from './change-document';
export { incompatibility } from './conflicts';
export { addFailures, FAILURES, type FieldFailure, type StackFrame } from './failures';
export { sizeText } from './first-load';
export { HEALTH, reasonToRollBack, reasonToStop, type Health, type Tally, type Trial } from './health';
export type { ChangeAuthor } from './history';
export { isJudged, isUnsteady, settled, trialSince } from './interventions';
export { integrityOf } from './integrity';
export { newSigningKey, readSigningKey, readTrust, rotateKey } from './keys';
export { lostFiles, servedVersions } from './lost-files';
export {
  localRemoteVersion,
  remoteVersions,
  releaseFile,
  settingProblems,
  type OperatorChoices,
  type Place,
  type Version,
} from './remote-version';
export { isReleasesUrl, openRehearsal, openReleases } from './open-releases';
export { SHELL } from './other-releases';
export { promote, rollback } from './promote';
export { prune } from './prune';
export { keepVerification, publish } from './publish';
export { readBuild, readDescriptor } from './read-build';
export { ReleaseError } from './release-error';
export {
  readRelease,
  readStatuses,
  type ReleaseView,
  type ServedVersion,
  type Status,
} from './release-status';
export type { ReleaseStore, Trust } from './release-store';
export type { FailedCall, TracedFailure } from './source-maps';
export { routeFault, routeOwnership, type RouteOwners } from './route-ownership';
export { isRemoteName, isVersion } from './version-files';
export { watchDocuments } from './watch-documents';
