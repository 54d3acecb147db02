import type { Verbs } from './command-line';

/** The commands of the published package, for teams that make a remote. */
export const RELEASE_VERBS: Verbs = {
  new: () => import('./new').then(({ newVerb }) => newVerb),
  verify: () => import('./verify').then(({ verifyVerb }) => verifyVerb),
  publish: () => import('./publish').then(({ publishVerb }) => publishVerb),
  promote: () => import('./promote').then(({ promoteVerb }) => promoteVerb),
  canary: () => import('./canary').then(({ canaryVerb }) => canaryVerb),
  rollback: () => import('./rollback').then(({ rollbackVerb }) => rollbackVerb),
  status: () => import('./status').then(({ statusVerb }) => statusVerb),
  prune: () => import('./prune').then(({ pruneVerb }) => pruneVerb),
  keys: () => import('./keys').then(({ keysVerb }) => keysVerb),
  'embed-check': () => import('./embed-check').then(({ embedCheckVerb }) => embedCheckVerb),
};
