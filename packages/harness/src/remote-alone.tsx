import type { Descriptor, RemoteRoute } from '@portal/contract';
import { Box, Container, Link, PortalThemeProvider, RemoteScopeProvider, Typography } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate, Link as RouterLink, useLocation, useRoutes } from 'react-router-dom';
import { Toolbar } from './toolbar';

export const BRAND = { name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' };

interface RemoteAloneProps {
  descriptor: Pick<Descriptor, 'name' | 'title' | 'navigation' | 'settings'>;
  routes: readonly RemoteRoute[];
}

/** Renders a remote in everything that it takes from the shell (theme, query cache, main landmark), below a toolbar. */
export const RemoteAlone = ({ descriptor, routes }: RemoteAloneProps) => {
  const { name, title, navigation, settings } = descriptor;
  const scope = useMemo(() => ({ name, settings: settings ?? {} }), [name, settings]);
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <PortalThemeProvider brand={BRAND}>
      <QueryClientProvider client={queryClient}>
        <Toolbar title={title} navigation={navigation} />
        <Box component="main">
          <Container sx={{ py: { xs: 2, sm: 4 } }}>
            <RemoteScopeProvider value={scope}>
              <Screen routes={routes} />
            </RemoteScopeProvider>
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
    { path: '*', element: <ForeignRoute /> },
  ]);

/** Replaces the screens of all other remotes. */
const ForeignRoute = () => (
  <>
    <Typography variant="h1">Another remote’s screen</Typography>
    <Typography sx={{ my: 2 }}>
      In the portal, the remote that owns <code>{useLocation().pathname}</code> would be shown here.
    </Typography>
    <Link component={RouterLink} to="/">
      Back to this remote
    </Link>
  </>
);
