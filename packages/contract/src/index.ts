export {
  bootSchema,
  embedBootSchema,
  EVENT_IMAGES,
  type Boot,
  type Brand,
  type EmbedBoot,
  type EventImages,
  type Preview,
  type Support,
} from './boot';
export {
  DESCRIPTOR_FILE,
  descriptorSchema,
  type Descriptor,
  type NavigationEntry,
  type RemoteSummary,
} from './descriptor';
export { embedShellSchema, isLoopback, type EmbedShell, type Preload } from './embed';
export {
  buildOf,
  EXPOSED,
  FEDERATION_MANIFEST,
  federationManifestSchema,
  type FederationManifest,
} from './federation-manifest';
export { findOwner, leadsToOneOf } from './find-owner';
export {
  DESCRIPTOR_TEXTS_FILE,
  descriptorTextsSchema,
  directionOf,
  LANGUAGE_COOKIE,
  languageFile,
  LANGUAGES,
  type Language,
} from './languages';
export {
  BOOT_ELEMENT_ID,
  CALLS_AHEAD_EVENT,
  COLOR_MODE,
  FIRST_PAINT,
  TRUSTED_TYPES_FILE,
  TRUSTED_TYPES_POLICIES,
  type CallsAhead,
} from './page';
export { contrast, readableColor, readableOn, SCHEME_SURFACES } from './readable-color';
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
  type Verification,
  type VerificationFinding,
} from './release';
export {
  remoteModuleSchema,
  type RemoteModule,
  type RemoteRoute,
  type RemoteScreen,
  type RouteParams,
} from './remote-module';
export { AFTER_SIGN_IN, LOGIN_PATH, loginWithReturnTo, readReturnTo } from './return-to';
export { AUTH_CHECK_KEY, endSession, startSession } from './session';
export {
  LOAD_CAUSES,
  loadReportSchema,
  LONGEST_MESSAGE,
  LONGEST_REPORT_MS,
  LONGEST_STACK,
  type LoadCause,
  type LoadReport,
} from './telemetry';
