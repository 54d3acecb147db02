import { onlineManager } from '@tanstack/react-query';
import type { RemoteRoute, RemoteSummary } from '@portal/contract';
import { Box, Skeleton, Stack, visuallyHidden } from '@portal/theme';
import { Suspense, use, useDeferredValue, useEffect, useSyncExternalStore } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchPath, useLocation, useRoutes } from 'react-router-dom';
import { isLostChunk } from '../federation/diagnose-load-error';
import { useLanguages } from '../language/use-languages';
import { NotFound } from '../layout/not-found';
import { PageTitle } from '../layout/page-provider';
import { useI18n } from '../texts';
import { useRegistry } from './registry-provider';
import { ReloadPrompt, wasReloadedFor } from './reload-prompt';
import type { LoadedRemote, LoadState } from './remote-load';
import { SlotFailure } from './slot-failure';

const SlotSkeleton = () => {
  const i18n = useI18n();
  return (
    <Stack spacing={2} aria-busy="true">
      <Box role="status" sx={visuallyHidden}>
        {i18n.t('Loading…')}
      </Box>
      <Skeleton variant="rounded" width="min(18rem, 60%)" height={36} />
      <Skeleton variant="rounded" height={120} />
      <Skeleton variant="rounded" height={240} />
    </Stack>
  );
};

/** The parameters of the address. The router's own are decoded twice: they have a slash for `%252F`. */
const useRouteParams = (path: string) => {
  const { pathname } = useLocation();
  try {
    const params = Object.entries(matchPath(path, pathname)?.params ?? {});
    return Object.fromEntries(params.map(([name, value = '']) => [name, decodeURIComponent(value)]));
  } catch {
    // A mistyped address, such as one that ends with %.
    return {};
  }
};

const RemoteScreen = ({ path, title, Component, onCommit }: RemoteRoute & { onCommit: () => void }) => {
  const params = useRouteParams(path);
  const { language } = useLanguages();
  // React runs no effects for a screen that throws or suspends.
  useEffect(onCommit, [onCommit]);
  return (
    <>
      <PageTitle route={path} title={typeof title === 'string' ? title : title(params, language)} />
      <Component />
    </>
  );
};

const RemoteScreens = ({ remote, onCommit }: { remote: LoadedRemote; onCommit: () => void }) => {
  const { routes, loadLanguage } = remote.module;
  const { language } = useLanguages();
  const loading = loadLanguage?.(language);
  if (loading) use(loading);
  return useRoutes([
    ...routes.map((route) => ({
      path: route.path,
      element: <RemoteScreen {...route} onCommit={onCommit} />,
    })),
    { path: '*', element: <NotFound /> },
  ]);
};

const SlotContent = ({ state, onCommit }: { state: LoadState; onCommit: () => void }) => {
  switch (state.status) {
    case 'loading':
      return <SlotSkeleton />;
    case 'loaded':
    case 'shown':
      return <RemoteScreens remote={state.remote} onCommit={onCommit} />;
    case 'failed':
      // The boundary shows the failure, and React reports it on the console.
      if (!state.remote) throw state.error;
      return <RemoteScreens remote={state.remote} onCommit={onCommit} />;
  }
};

const LOADING: LoadState = { status: 'loading' };

/** The place of one remote: its skeleton, its screens, or its failure, which leaves the rest of the layout alone. */
export const RemoteSlot = ({ remote }: { remote: RemoteSummary }) => {
  const { loadOf, start, restart } = useRegistry();
  const { pathname } = useLocation();
  const load = loadOf(remote);
  const current = useSyncExternalStore(load.subscribe, load.state);
  // React renders a store's change synchronously and as a whole. With a deferred value, it renders the screen in
  // slices.
  const isArriving = useDeferredValue(current) !== current && current.status === 'loaded';
  const state = isArriving ? LOADING : current;
  useEffect(() => start(remote), [start, remote]);
  const hasFailed = state.status === 'failed';
  useEffect(
    () => (hasFailed ? onlineManager.subscribe((isOnline) => isOnline && void restart(remote)) : undefined),
    [hasFailed, restart, remote],
  );
  const shown = state.status === 'shown' ? state.remote.version : undefined;

  const failureView = (error: unknown) => {
    // onError is about to load another version.
    if (state.status === 'loaded') return <SlotSkeleton />;
    const outdated = shown && isLostChunk(error) && !wasReloadedFor(shown);
    return (
      <SlotFailure
        title={remote.title}
        failure={
          outdated
            ? { reason: 'outdated', version: shown }
            : { reason: 'unavailable', tryAgain: () => restart(remote) }
        }
      />
    );
  };

  return (
    <ErrorBoundary
      key={remote.name}
      // One screen that throws leaves the remote's other screens alone; a new state is a new start.
      resetKeys={[pathname, state]}
      onError={load.onError}
      fallbackRender={({ error }) => failureView(error)}
    >
      <Suspense fallback={<SlotSkeleton />}>
        <SlotContent state={state} onCommit={load.onCommit} />
      </Suspense>
      <ReloadPrompt version={shown} />
    </ErrorBoundary>
  );
};
