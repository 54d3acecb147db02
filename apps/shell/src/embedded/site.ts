import type { Boot } from '@portal/contract';
import type { Surface } from '@portal/theme';
import type { http } from '@portal/api';
import type { EmbedLook, PortalEvent } from '../embedding';
import { reportOutcomes } from './outcomes';
import { readLook, type LookParts } from './page-look';

/** What an embedded portal knows of the site around it, and tells it. */
export interface MetSite {
  /** With the look of the site. */
  boot: Boot;
  /** Stops telling. */
  stop: () => void;
}

/** What this chunk takes from the shell: imports would split the shell's modules. */
export interface ShellParts extends LookParts {
  http: typeof http;
}

interface Meeting {
  surface: Surface;
  boot: Boot;
  look: EmbedLook | undefined;
  emit: (event: PortalEvent) => void;
}

/** In the chunk that comes after the first screen anyway: nothing happens before, and most pages have no look for it. */
export const meetSite = (
  { surface, boot, look, emit }: Meeting,
  { http, ...parts }: ShellParts,
): MetSite => ({
  boot: look ? { ...boot, brand: { ...boot.brand, ...readLook(surface, boot.brand, look, parts) } } : boot,
  stop: reportOutcomes(http, emit),
});
