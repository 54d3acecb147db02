import type { Boot } from '@portal/contract';
import type { Surface } from '@portal/theme';
import type { http } from '@portal/api';
import type { EmbedLook, PortalEvent } from '../embedding';
import { reportOutcomes } from './outcomes';
import { readLook, type LookParts } from './page-look';

/** The link between an embedded portal and the site around it: the site's look, and the reports to its analytics. */
export interface MetSite {
  /** With the look of the site. */
  boot: Boot;
  /** Stops reporting outcomes. */
  stop: () => void;
}

/** Functions of the shell's bundle, as parameters: imports would split the shell's modules. */
export interface ShellParts extends LookParts {
  http: typeof http;
}

interface Meeting {
  surface: Surface;
  boot: Boot;
  look: EmbedLook | undefined;
  emit: (event: PortalEvent) => void;
}

/**
 * Reads the site's look, and reports outcomes to the site. Both are in the chunk that loads after the first screen: no
 * outcome comes before, and most sites set no look.
 */
export const meetSite = (
  { surface, boot, look, emit }: Meeting,
  { http, ...parts }: ShellParts,
): MetSite => ({
  boot: look ? { ...boot, brand: { ...boot.brand, ...readLook(surface, boot.brand, look, parts) } } : boot,
  stop: reportOutcomes(http, emit),
});
