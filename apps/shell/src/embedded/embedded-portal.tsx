import type { Boot, Brand } from '@portal/contract';
import type { Surface } from '@portal/theme';
import { useMemo } from 'react';
import type { EmbedOptions, PortalEvent } from '../embedding';
import { Portal } from '../portal';
import type { Remotes } from '../remotes/remotes';
import { PortalRouter, type PortalHistory } from './portal-router';

interface EmbeddedPortalProps {
  boot: Boot;
  surface: Surface;
  remotes: Remotes;
  history: PortalHistory;
  options: EmbedOptions;
  onEvent: (event: PortalEvent) => void;
}

const embeddedBrand = (brand: Brand, portalUrl: string, name = brand.name): Brand => ({
  ...brand,
  name,
  logoUrl: brand.logoUrl && new URL(brand.logoUrl, portalUrl).href,
});

/** The portal inside an embedder's page. */
export const EmbeddedPortal = ({
  boot,
  surface,
  remotes,
  history,
  options,
  onEvent,
}: EmbeddedPortalProps) => {
  const { portalUrl, brandName } = options;
  const branded = useMemo(
    () => ({ ...boot, brand: embeddedBrand(boot.brand, portalUrl, brandName) }),
    [boot, portalUrl, brandName],
  );
  return (
    <PortalRouter history={history}>
      <Portal boot={branded} surface={surface} remotes={remotes} options={options} onEvent={onEvent} />
    </PortalRouter>
  );
};
