import type { MicroFrontend, NavigationEntry } from '@portal/contract';

/** The drawer's entries as the descriptors of all remotes contribute them, in their common order. */
export const navigationEntries = (remotes: readonly MicroFrontend[]): NavigationEntry[] =>
  remotes.flatMap((remote) => remote.extras.descriptor.navigation).sort((a, b) => a.order - b.order);
