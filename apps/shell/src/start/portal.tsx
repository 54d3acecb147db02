import { ShellServicesContext } from '@portal/remote/services';
import { PortalThemeProvider, type Surface } from '@portal/theme';
import type { Boot } from '@portal/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { EmbedOptions, PortalEvent } from 'embed/contract';
import { LanguagesContext, type Languages } from '../page/languages';
import { AuthGate } from '../frame/auth-gate';
import { PreviewBanner } from '../frame/preview-banner';
import { PageProvider } from '../page/title';
import { usePageQueryClient } from '../session/query-client';
import { CleanUpBoundary } from '../remotes/clean-up-boundary';
import { RemotesContext, type Remotes } from '../remotes/remotes';
import { loadServices, shellServices } from '../remotes/shell-services';
import { useStore } from '../store';

interface PortalProps {
  boot: Boot;
  surface: Surface;
  remotes: Remotes;
  languages: Languages;
  /** `portalUrl` is absent on the portal server's own page. */
  options: Partial<Pick<EmbedOptions, 'portalUrl' | 'nonce' | 'colorMode'>>;
  onEvent: (event: PortalEvent) => void;
}

/** The whole portal, inside a router: the providers that remotes share, and the gate between sign-in and layout. */
export const Portal = ({ boot, surface, remotes, languages, options, onEvent }: PortalProps) => {
  const { portalUrl, nonce, colorMode } = options;
  const { language, locale } = useStore(languages.shown);
  const queryClient = usePageQueryClient();
  const { first } = boot;
  // Load and run the code of the first remote during the auth check. Not earlier: a file that hangs would delay the
  // page's load event.
  useEffect(() => {
    if (first !== undefined) remotes.loadOf(first).start();
    loadServices(remotes.registry.remotes.get());
  }, [first, remotes]);
  return (
    <PortalThemeProvider
      brand={boot.brand}
      nonce={nonce}
      surface={surface}
      colorMode={colorMode}
      locale={locale}
      language={language}
    >
      <QueryClientProvider client={queryClient}>
        <RemotesContext value={remotes}>
          <ShellServicesContext value={shellServices}>
            <LanguagesContext value={languages}>
              <PageProvider onEvent={onEvent}>
                <PreviewBanner previews={boot.previews} portalUrl={portalUrl} />
                <CleanUpBoundary>
                  <AuthGate />
                </CleanUpBoundary>
              </PageProvider>
            </LanguagesContext>
          </ShellServicesContext>
        </RemotesContext>
      </QueryClientProvider>
    </PortalThemeProvider>
  );
};

interface PortalPageProps extends Pick<PortalProps, 'boot' | 'surface' | 'remotes' | 'languages'> {
  /** The nonce of the page's policy. */
  nonce: string;
}

/** The portal as a page of its own, with the page's address and title. */
export const PortalPage = ({ nonce, ...portal }: PortalPageProps) => {
  const { basePath, brand } = portal.boot;
  const setTitle = (event: PortalEvent) => {
    if (event.type === 'navigate') document.title = `${event.title} · ${brand.name}`;
  };
  return (
    // Session and route change together; a transition would show one before the other.
    <BrowserRouter basename={basePath || '/'} useTransitions={false}>
      <Portal {...portal} options={{ nonce }} onEvent={setTitle} />
    </BrowserRouter>
  );
};
