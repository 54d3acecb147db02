import { PortalThemeProvider } from '@portal/theme';
import type { Boot } from '@portal/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { PreviewBanner } from './layout/preview-banner';
import { PageProvider } from './page/page-provider';
import { RouteFocus } from './page/route-focus';
import { createQueryClient } from './query-client';
import { RegistryProvider } from './remotes/registry-provider';
import { AuthGate } from './session/auth-gate';

/** The whole portal: what is shared with the remotes, and the gate that decides between sign-in and layout. */
export const Portal = ({ boot, nonce }: { boot: Boot; nonce: string }) => {
  const [queryClient] = useState(createQueryClient);
  return (
    <PortalThemeProvider brand={boot.brand} nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        {/* Who is signed in and where they are change together; a transition would show one before the other. */}
        <BrowserRouter basename={boot.basePath || '/'} useTransitions={false}>
          <RegistryProvider boot={boot} nonce={nonce}>
            <PageProvider>
              <PreviewBanner previews={boot.previews} />
              <AuthGate />
              <RouteFocus />
            </PageProvider>
          </RegistryProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </PortalThemeProvider>
  );
};
