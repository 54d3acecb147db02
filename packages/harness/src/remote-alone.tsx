import type { NavigationEntry, RemoteRoute } from '@portal/contract';
import { Box, Container, PortalThemeProvider } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import { NotMine } from './not-mine';
import { Strip } from './strip';

const BRAND = { name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' };

interface RemoteAloneProps {
  title: string;
  navigation: readonly NavigationEntry[];
  routes: readonly RemoteRoute[];
}

/** What a remote takes from the shell (theme, query cache, router, main landmark), and a strip to get around in it. */
export const RemoteAlone = ({ title, navigation, routes }: RemoteAloneProps) => {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <PortalThemeProvider brand={BRAND}>
      <QueryClientProvider client={queryClient}>
        <Strip title={title} navigation={navigation} />
        <Box component="main">
          <Container sx={{ py: { xs: 2, sm: 4 } }}>
            <Screen routes={routes} />
          </Container>
        </Box>
      </QueryClientProvider>
    </PortalThemeProvider>
  );
};

const Screen = ({ routes }: Pick<RemoteAloneProps, 'routes'>) =>
  useRoutes([
    ...routes.map(({ path, Component }) => ({ path, element: <Component /> })),
    // A remote that does not own "/" starts with its first screen.
    { path: '/', element: <Navigate to={routes[0]?.path ?? '/no-routes'} replace /> },
    { path: '*', element: <NotMine /> },
  ]);
