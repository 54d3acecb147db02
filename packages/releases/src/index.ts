export { buildFilesSchema, readBuildFiles, withBuildFiles } from './build-files';
export { canary, stopCanary } from './canary';
export { newestFirst, requireDocument, requirePublished, type Outcome } from './change-document';
export { incompatibility } from './conflicts';
export type { FailedCall, TracedFailure } from './failed-calls';
export { addFailures, FAILURES, type FieldFailure, type StackFrame } from './failures';
export { sizeText } from './first-load';
export {
  failureRate,
  HEALTH,
  reasonToRollBack,
  reasonToStop,
  type Health,
  type Tally,
  type Trial,
} from './health';
export type { ChangeAuthor } from './history';
export { isJudged, isStopped, isUnsteady, settled, trialSince, withRollback } from './interventions';
export { integrityOf } from './integrity';
export { newSigningKey, readSigningKey, readTrust } from './keys';
export { lostFiles, servedVersions } from './lost-files';
export {
  choiceProblems,
  localRemoteVersion,
  remoteVersions,
  releaseFile,
  type OperatorChoices,
  type Version,
} from './remote-version';
export { isReleasesUrl, openRehearsal, openReleases } from './open-releases';
export { SHELL } from './other-releases';
export { promote } from './promote';
export { prune } from './prune';
export { keepVerification, publish } from './publish';
export { readBuild, readDescriptor } from './read-build';
export { ReleaseError } from './release-error';
export {
  readRelease,
  readStatuses,
  releaseViewSchema,
  statusSchema,
  type ReleaseView,
  type ServedVersion,
  type Status,
} from './release-status';
export type { ReleaseStore, Trust } from './release-store';
export { rollback } from './rollback';
export { rotateKey } from './rotate-key';
export { routeFault, routeOwnership, type RouteOwners } from './route-ownership';
export { keptSourceMaps, type SourceMaps } from './source-maps';
export { isRemoteName } from './version-files';
export { watchDocuments } from './watch-documents';
