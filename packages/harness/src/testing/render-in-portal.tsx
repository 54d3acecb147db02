import type { Brand, Descriptor, RemoteModule } from '@portal/contract';
import { RemoteScopeContext } from '@portal/remote/services';
import { PortalThemeProvider } from '@portal/theme';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { PropsWithChildren, ReactNode } from 'react';
import { MemoryRouter, useRoutes, type Location } from 'react-router';
import { BRAND, queryClientAlone } from '../remote-alone';

/** Makes a wrapper for `renderHook`, with a query cache of its own. */
export const queryWrapper = () => {
  const queryClient = queryClientAlone();
  return ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
};

interface RenderedInPortal extends RenderResult {
  user: UserEvent;
  queryClient: QueryClient;
}

interface RenderOptions {
  /** The current location. */
  path?: string | Partial<Location>;
  brand?: Brand;
  /** `remote.json`: gives the screens its settings. */
  descriptor?: Pick<Descriptor, 'name' | 'settings'>;
}

/** Renders `ui` in everything that a remote takes from the shell: theme, query cache and router. */
export const renderInPortal = (
  ui: ReactNode,
  { path = '/', brand = BRAND, descriptor: { name, settings = {} } = { name: '' } }: RenderOptions = {},
): RenderedInPortal => {
  const queryClient = queryClientAlone();
  const user = userEvent.setup();
  const view = render(
    <PortalThemeProvider brand={brand}>
      <QueryClientProvider client={queryClient}>
        <RemoteScopeContext value={{ name, settings }}>
          <MemoryRouter initialEntries={[path]}>{ui}</MemoryRouter>
        </RemoteScopeContext>
      </QueryClientProvider>
    </PortalThemeProvider>,
  );
  return { ...view, user, queryClient };
};

/** The screen of `remote` at the current location. */
export const RemoteScreens = ({ routes }: RemoteModule) =>
  useRoutes(routes.map(({ path, Component }) => ({ path, element: <Component /> })));
