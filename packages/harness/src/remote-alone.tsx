import type { Descriptor, RemoteModule, Widget } from '@portal/contract';
import { RemoteScopeContext } from '@portal/remote/services';
import { Box, Container, Link, PortalThemeProvider, Typography } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate, Link as RouterLink, useLocation, useRoutes, useSearchParams } from 'react-router';
import { Toolbar } from './toolbar';

export const BRAND = { name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' };

/** A query cache without retries, so that a failed call fails at once. */
export const queryClientAlone = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

interface RemoteAloneProps {
  descriptor: Pick<Descriptor, 'name' | 'title' | 'navigation' | 'settings' | 'widgets'>;
  remote: RemoteModule;
}

/** Renders a remote in everything that it takes from the shell (theme, query cache, main landmark), below a toolbar. */
export const RemoteAlone = ({ descriptor, remote }: RemoteAloneProps) => {
  const { name, title, navigation, settings, widgets = [] } = descriptor;
  const scope = useMemo(() => ({ name, settings: settings ?? {} }), [name, settings]);
  const [queryClient] = useState(queryClientAlone);
  return (
    <PortalThemeProvider brand={BRAND}>
      <QueryClientProvider client={queryClient}>
        <Toolbar title={title} navigation={navigation} />
        <Box component="main">
          <Container sx={{ py: { xs: 2, sm: 4 } }}>
            <RemoteScopeContext value={scope}>
              <Screen routes={remote.routes} />
              {widgets.map((widget) => (
                <SampleWidget
                  key={widget.name}
                  widget={widget}
                  Component={remote.widgets?.[widget.name]?.Component}
                />
              ))}
            </RemoteScopeContext>
          </Container>
        </Box>
      </QueryClientProvider>
    </PortalThemeProvider>
  );
};

const Screen = ({ routes }: Pick<RemoteModule, 'routes'>) =>
  useRoutes([
    ...routes.map(({ path, Component }) => ({ path, element: <Component /> })),
    // A remote that does not own "/" starts with its first screen.
    { path: '/', element: <Navigate to={routes[0]?.path ?? '/no-routes'} replace /> },
    { path: '*', element: <ForeignRoute /> },
  ]);

interface SampleWidgetProps {
  widget: Widget;
  Component: NonNullable<RemoteModule['widgets']>[string]['Component'] | undefined;
}

/** A widget as high as in its slot, with the props in the address: `?orderNbr=000019`. */
const SampleWidget = ({ widget: { name, slot, height, when }, Component }: SampleWidgetProps) => {
  const [params] = useSearchParams();
  return (
    <Box component="section" aria-label={name} sx={{ mt: 4 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {name} in {slot}
      </Typography>
      <Box sx={{ blockSize: `${height / 16}rem`, overflow: 'auto', outline: '1px dashed' }}>
        {Component ? (
          <Component {...when} {...Object.fromEntries(params)} />
        ) : (
          'src/remote.ts lacks this widget.'
        )}
      </Box>
    </Box>
  );
};

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
