import { PortalThemeProvider } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NotificationPreferencesScreen } from '../notification-preferences-screen';

const BRAND = { name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' };

/** Shows the screen as the shell would; `queryClient` is the cache that the shell shares. */
export const show = () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <PortalThemeProvider brand={BRAND}>
      <QueryClientProvider client={queryClient}>
        <NotificationPreferencesScreen />
      </QueryClientProvider>
    </PortalThemeProvider>,
  );
  return { user: userEvent.setup(), queryClient };
};
