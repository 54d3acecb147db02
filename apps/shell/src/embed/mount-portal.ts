import type { EmbedOptions, MountedPortal, PortalEvent } from '@portal/contract';

/**
 * How the element starts the shell. The two may be of different ages (`embed.js` can be pinned), so that this
 * signature only ever grows.
 * @param container an element of the shadow root; the shell's alone until `unmount`
 * @param answer what `GET /embed.json` answered; the shell parses it (`embedBootSchema`)
 * @throws when the answer is not the portal's
 */
export type MountPortal = (
  container: HTMLElement,
  answer: unknown,
  options: EmbedOptions,
  onEvent: (event: PortalEvent) => void,
) => MountedPortal;
