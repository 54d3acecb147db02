export { BOOT_ELEMENT_ID, bootSchema, type Boot, type Brand, type Preview } from './boot';
export { COLOR_MODE } from './color-mode';
export { descriptorSchema, type Descriptor, type NavigationEntry } from './descriptor';
export { embedBootSchema, type EmbedBoot } from './embed-boot';
export { embedShellSchema, type EmbedShell } from './embed';
export { findOwner, leadsToOneOf } from './find-owner';
export { MODULE_PROBE } from './module-probe';
export { registrySchema, type MicroFrontend, type Registry, type ReleaseFile } from './registry';
export {
  buildSchema,
  integritySchema,
  percentSchema,
  publishedVersionSchema,
  releaseDocumentSchema,
  versionSchema,
  type Build,
  type PublishedVersion,
  type ReleaseChange,
  type ReleaseDocument,
} from './release';
export {
  defineRemote,
  remoteModuleSchema,
  routesOf,
  type RemoteModule,
  type RemoteRoute,
  type RemoteScreen,
  type RouteParams,
} from './remote-module';
export { AFTER_SIGN_IN, LOGIN_PATH, loginWithReturnTo, readReturnTo } from './return-to';
export { AUTH_CHECK_KEY, endSession, startSession } from './session';
export { LOAD_CAUSES, loadReportSchema, type LoadCause, type LoadReport } from './telemetry';
export { isLoopback } from './loopback';
