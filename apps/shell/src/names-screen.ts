import type { EmbedOptions } from '@portal/contract';

/** `#` alone leads to the top of a page; the first screen has no hash either, and the number that its router gave it. */
const isEntryOfPortal = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state;
};

/**
 * Whether the address of the page around the portal names one of its screens, and not an anchor or another place of
 * that page. Letters count as the router compares them: small or capital.
 */
export const namesScreen = ({ base, routing }: Pick<EmbedOptions, 'base' | 'routing'>): boolean => {
  if (routing === 'memory') return true;
  if (routing === 'hash') return location.hash.startsWith('#/') || (!location.hash && isEntryOfPortal());
  return `${location.pathname}/`.toLowerCase().startsWith(`${base}/`.toLowerCase());
};
