import { PortalThemeProvider } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import remote from '../remote';

const BRAND = { name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' };

const Screens = () =>
  useRoutes(remote.routes.map(({ path, Component }) => ({ path, element: <Component /> })));

/** Shows what the remote has at a path, as the shell would. */
export const show = (path: string) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <PortalThemeProvider brand={BRAND}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <Screens />
        </MemoryRouter>
      </QueryClientProvider>
    </PortalThemeProvider>,
  );
  return userEvent.setup();
};
