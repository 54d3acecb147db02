import type { Boot, Brand, EmbedOptions, PortalEvent } from '@portal/contract';
import type { Surface } from '@portal/theme';
import { useEffect, useMemo, type PropsWithChildren } from 'react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { HostRouter } from './host-router';
import { Portal } from './portal';

interface EmbeddedPortalProps {
  boot: Boot;
  surface: Surface;
  options: EmbedOptions;
  onEvent: (event: PortalEvent) => void;
  /** Takes the way to have the portal show another of its screens. */
  onNavigate: (navigate: NavigateFunction) => void;
}

type RouterProps = PropsWithChildren<Pick<EmbedOptions, 'base' | 'routing'>>;

const PortalRouter = ({ base, routing, children }: RouterProps) =>
  routing === 'memory' ? (
    <MemoryRouter useTransitions={false}>{children}</MemoryRouter>
  ) : (
    <HostRouter base={base} routing={routing}>
      {children}
    </HostRouter>
  );

const Navigation = ({ onNavigate }: Pick<EmbeddedPortalProps, 'onNavigate'>) => {
  const navigate = useNavigate();
  useEffect(() => onNavigate(navigate), [onNavigate, navigate]);
  return null;
};

const brandIn = (
  { name, logoUrl, ...look }: Brand,
  portalUrl: string,
  brandName: string | undefined,
): Brand => ({
  ...look,
  name: brandName ?? name,
  logoUrl: logoUrl && new URL(logoUrl, portalUrl).href,
});

/** The portal as a part of somebody else's page. */
export const EmbeddedPortal = ({ boot, surface, options, onEvent, onNavigate }: EmbeddedPortalProps) => {
  const { portalUrl, brandName, colorMode, locale, nonce } = options;
  const branded = useMemo(
    () => ({ ...boot, brand: brandIn(boot.brand, portalUrl, brandName) }),
    [boot, portalUrl, brandName],
  );
  return (
    <PortalRouter base={options.base} routing={options.routing}>
      <Navigation onNavigate={onNavigate} />
      <Portal
        boot={branded}
        portalUrl={portalUrl}
        surface={surface}
        nonce={nonce}
        colorMode={colorMode}
        locale={locale}
        onEvent={onEvent}
      />
    </PortalRouter>
  );
};
