import type { Brand, RemoteModule } from '@portal/contract';
import { PortalThemeProvider } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { PropsWithChildren, ReactNode } from 'react';
import { MemoryRouter, useRoutes, type Location } from 'react-router';
import { BRAND } from '../remote-alone';

/** A query cache without retries, so that a failed call fails at once. */
export const testQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** A wrapper for `renderHook`. */
export const queryWrapper =
  (queryClient: QueryClient) =>
  ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );

interface RenderedInPortal extends RenderResult {
  user: UserEvent;
  queryClient: QueryClient;
}

/**
 * Renders `ui` in everything that a remote takes from the shell: theme, query cache and router.
 * @param options `path` is the current location
 */
export const renderInPortal = (
  ui: ReactNode,
  { path = '/', brand = BRAND }: { path?: string | Partial<Location>; brand?: Brand } = {},
): RenderedInPortal => {
  const queryClient = testQueryClient();
  const user = userEvent.setup();
  const view = render(
    <PortalThemeProvider brand={brand}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>{ui}</MemoryRouter>
      </QueryClientProvider>
    </PortalThemeProvider>,
  );
  return { ...view, user, queryClient };
};

/** The screen of `remote` at the current location. */
export const RemoteScreens = ({ routes }: RemoteModule) =>
  useRoutes(routes.map(({ path, Component }) => ({ path, element: <Component /> })));
