import type { Boot, Brand } from '@portal/contract';
import type { PageLook, Surface } from '@portal/theme';
import { useMemo } from 'react';
import type { EmbedOptions, PortalEvent } from '../embedding';
import { Portal } from '../portal';
import { PortalRouter, type PortalHistory } from './portal-router';

/** The look of the page around, made readable. */
export interface ReadLook {
  brand: Partial<Brand> & PageLook;
  colorMode: EmbedOptions['colorMode'];
}

interface EmbeddedPortalProps {
  boot: Boot;
  surface: Surface;
  history: PortalHistory;
  options: EmbedOptions;
  look: ReadLook | undefined;
  onEvent: (event: PortalEvent) => void;
}

const embeddedBrand = (brand: Brand, portalUrl: string, name = brand.name): Brand => ({
  ...brand,
  name,
  logoUrl: brand.logoUrl && new URL(brand.logoUrl, portalUrl).href,
});

/** The portal as a part of somebody else's page. */
export const EmbeddedPortal = ({ boot, surface, history, options, look, onEvent }: EmbeddedPortalProps) => {
  const { portalUrl, brandName, colorMode = look?.colorMode } = options;
  const branded = useMemo(
    () => ({ ...boot, brand: { ...embeddedBrand(boot.brand, portalUrl, brandName), ...look?.brand } }),
    [boot, portalUrl, brandName, look],
  );
  return (
    <PortalRouter history={history}>
      <Portal boot={branded} surface={surface} options={{ ...options, colorMode }} onEvent={onEvent} />
    </PortalRouter>
  );
};
