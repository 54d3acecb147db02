import { PortalThemeProvider, type Surface } from '@portal/theme';
import type { Boot, EmbedColorMode, PortalEvent } from '@portal/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { EventsProvider } from './events';
import { PreviewBanner } from './layout/preview-banner';
import { PageProvider } from './page/page-provider';
import { RouteFocus } from './page/route-focus';
import { usePageQueryClient } from './query-client';
import { RegistryProvider } from './remotes/registry-provider';
import { AuthGate } from './session/auth-gate';
import { SessionEvents } from './session/session-events';

interface PortalProps {
  boot: Boot;
  surface: Surface;
  /** Where the portal's server is; absent in a page of that server. */
  portalUrl?: string | undefined;
  /** Of the page's policy. */
  nonce: string | undefined;
  /** What the page around the portal wants. */
  colorMode?: EmbedColorMode | undefined;
  locale?: string | undefined;
  /** Must not change: it is told what happens, not what is. */
  onEvent: (event: PortalEvent) => void;
}

/** The whole portal, inside a router: what is shared with the remotes, and the gate between sign-in and layout. */
export const Portal = ({ boot, surface, portalUrl, nonce, colorMode, locale, onEvent }: PortalProps) => {
  const queryClient = usePageQueryClient();
  return (
    <EventsProvider value={onEvent}>
      <PortalThemeProvider
        brand={boot.brand}
        nonce={nonce}
        surface={surface}
        colorMode={colorMode}
        locale={locale}
      >
        <QueryClientProvider client={queryClient}>
          <RegistryProvider boot={boot} portalUrl={portalUrl} nonce={nonce}>
            <PageProvider>
              <PreviewBanner previews={boot.previews} portalUrl={portalUrl} />
              <AuthGate />
              <SessionEvents />
              <RouteFocus />
            </PageProvider>
          </RegistryProvider>
        </QueryClientProvider>
      </PortalThemeProvider>
    </EventsProvider>
  );
};
