import type { Boot, Brand, EmbedOptions, PortalEvent } from '@portal/contract';
import type { Surface } from '@portal/theme';
import { useEffect, useMemo, type PropsWithChildren } from 'react';
import {
  BrowserRouter,
  HashRouter,
  MemoryRouter,
  useNavigate,
  type NavigateFunction,
} from 'react-router-dom';
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

const Router = ({ base, routing, children }: RouterProps) => {
  if (routing === 'hash') return <HashRouter useTransitions={false}>{children}</HashRouter>;
  if (routing === 'memory') return <MemoryRouter useTransitions={false}>{children}</MemoryRouter>;
  return (
    <BrowserRouter basename={base || '/'} useTransitions={false}>
      {children}
    </BrowserRouter>
  );
};

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
    <Router base={options.base} routing={options.routing}>
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
    </Router>
  );
};
