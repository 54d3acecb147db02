import type { EmbedOptions } from '@portal/contract';

/**
 * Whether the address of the page around the portal names one of its screens, and not an anchor or another place of
 * that page. Letters count as the router compares them: small or capital.
 */
export const namesScreen = ({ base, routing }: Pick<EmbedOptions, 'base' | 'routing'>): boolean => {
  if (routing === 'memory') return true;
  if (routing === 'hash') return /^$|^#\//.test(location.hash);
  return `${location.pathname}/`.toLowerCase().startsWith(`${base}/`.toLowerCase());
};
