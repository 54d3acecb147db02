import { PortalThemeProvider, type Surface } from '@portal/theme';
import type { Boot } from '@portal/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import type { EmbedOptions, PortalEvent } from './embedding';
import { LanguagesProvider, useLanguageState } from './language/use-languages';
import { RouteFocus } from './layout/main';
import { PageProvider } from './layout/page-provider';
import { PreviewBanner } from './layout/preview-banner';
import { usePageQueryClient } from './query-client';
import { RegistryProvider } from './remotes/registry-provider';
import { AuthGate } from './session/auth-gate';

interface PortalProps {
  boot: Boot;
  surface: Surface;
  /** `portalUrl` is absent on the portal server's own page. */
  options: Partial<Pick<EmbedOptions, 'portalUrl' | 'nonce' | 'colorMode' | 'locale'>>;
  /** Must be the same function in every render. */
  onEvent: (event: PortalEvent) => void;
}

/** The whole portal, inside a router: the providers that remotes share, and the gate between sign-in and layout. */
export const Portal = ({ boot, surface, options, onEvent }: PortalProps) => {
  const { portalUrl, nonce, colorMode } = options;
  const { languages, language, locale } = useLanguageState(boot, {
    isEmbedded: surface.host !== null,
    locale: options.locale,
  });
  const queryClient = usePageQueryClient();
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
        <RegistryProvider boot={boot} portalUrl={portalUrl} nonce={nonce} language={language}>
          <LanguagesProvider value={languages}>
            <PageProvider onEvent={onEvent}>
              <PreviewBanner previews={boot.previews} portalUrl={portalUrl} />
              <AuthGate />
              <RouteFocus />
            </PageProvider>
          </LanguagesProvider>
        </RegistryProvider>
      </QueryClientProvider>
    </PortalThemeProvider>
  );
};
