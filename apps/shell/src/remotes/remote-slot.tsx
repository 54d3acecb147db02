import type { RemoteRoute, RemoteSummary, RouteParams } from '@portal/contract';
import { RemoteScopeContext } from '@portal/remote/services';
import { Box, Skeleton, Stack, visuallyHidden } from '@portal/theme';
import { QueryClientContext } from '@tanstack/react-query';
import {
  memo,
  startTransition,
  Suspense,
  use,
  useEffect,
  useMemo,
  useState,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchPath, matchRoutes, useLocation, useRoutes } from 'react-router-dom';
import * as v from 'valibot';
import { isLostChunk } from './federation/load-failure';
import { useLanguages } from '../page/languages';
import { NotFound } from '../page/not-found';
import { PageTitle } from '../page/page';
import { createRemoteQueryClient, pageQueryClient } from '../session/query-client';
import { useI18n } from '../texts';
import { CleanUpBoundary } from './clean-up-boundary';
import type { LoadedRemote, RemoteLoad } from './load-remote';
import { ReloadPrompt, wasReloadedFor } from './reload-prompt';
import { SlotFailure, type Failure } from './slot-failure';
import { useRemotes } from './remotes';

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

/** The screen's own title; undefined if that is no text, or throws. */
const titleOf = ({ title }: RemoteRoute, params: RouteParams, language: string): string | undefined => {
  try {
    return v.parse(v.string(), typeof title === 'function' ? title(params, language) : title);
  } catch (error) {
    reportError(error);
    return undefined;
  }
};

interface ShownProps {
  /** The remote's title. */
  title: string;
  onShown: () => void;
}

const RemoteScreen = ({ route, title, onShown }: ShownProps & { route: RemoteRoute }) => {
  const { path, Component } = route;
  const params = useRouteParams(path);
  const { language } = useLanguages();
  // React runs no effects for a screen that throws or suspends. One that throws in its own effects is gone by then.
  useEffect(() => {
    let isGone = false;
    queueMicrotask(() => {
      if (!isGone) onShown();
    });
    return () => void (isGone = true);
  }, [onShown]);
  return (
    <>
      <PageTitle route={path} title={titleOf(route, params, language) ?? title} />
      <Component />
    </>
  );
};

/** A part of a remote: waits for its texts, and says whose part it is. */
export const RemotePart = ({ remote, children }: PropsWithChildren<{ remote: LoadedRemote }>) => {
  const { loadLanguage } = remote.module;
  const { descriptor, settings } = remote.version.extras;
  const { language } = useLanguages();
  const loading = loadLanguage?.(language);
  if (loading) use(loading);
  const { name, access } = descriptor;
  const scope = useMemo(() => ({ name, settings: settings ?? {} }), [name, settings]);
  // The sign-in writes the auth check (packages/api/src/session.ts).
  const client = useMemo(
    () => (access === 'anonymous' ? pageQueryClient : createRemoteQueryClient(name)),
    [access, name],
  );
  return (
    <RemoteScopeContext value={scope}>
      <QueryClientContext value={client}>{children}</QueryClientContext>
    </RemoteScopeContext>
  );
};

/** Memoized: the screen does not render again when it becomes the shown one. */
const RemoteScreens = memo(({ module, ...shown }: Pick<LoadedRemote, 'module'> & ShownProps) => {
  return useRoutes([
    ...module.routes.map((route) => ({
      path: route.path,
      element: <RemoteScreen route={route} {...shown} />,
    })),
    { path: '*', element: <NotFound /> },
  ]);
});

interface LoadedSlotProps {
  load: RemoteLoad;
  loading: Promise<LoadedRemote>;
  onReplace: (next: Promise<LoadedRemote>) => void;
  failureView: (outdated?: Failure) => ReactNode;
}

/** The screens of a loaded version. One that throws before any was shown makes another version take over. */
const LoadedSlot = ({ load, loading, onReplace, failureView }: LoadedSlotProps) => {
  const remote = use(loading);
  const { module, version, isLast } = remote;
  const { title } = version.extras.descriptor;
  const { pathname } = useLocation();
  const [isShown, setShown] = useState(load.isShown);
  const [onShown] = useState(() => () => {
    load.onShown();
    setShown(load.isShown());
  });
  const onError = (error: unknown) => {
    const next = load.onError(error);
    if (next) onReplace(next);
  };
  const isOutdated = (error: unknown) => isShown && isLostChunk(error) && !wasReloadedFor(version);
  const viewOf = (error: unknown) => {
    if (isOutdated(error)) return failureView({ reason: 'outdated', version });
    return isShown || isLast ? failureView() : <SlotSkeleton />;
  };
  const [screen] = matchRoutes([...module.routes], pathname) ?? [];
  return (
    <>
      <CleanUpBoundary>
        <ErrorBoundary
          // One screen that throws leaves the remote's other screens alone.
          key={screen?.route.path}
          resetKeys={[pathname]}
          onError={onError}
          fallbackRender={({ error }) => viewOf(error)}
        >
          <RemotePart remote={remote}>
            <RemoteScreens module={module} title={title} onShown={onShown} />
          </RemotePart>
        </ErrorBoundary>
      </CleanUpBoundary>
      <ReloadPrompt version={isShown ? version : undefined} />
    </>
  );
};

/** The place of one remote: its skeleton, screens, or failure. Its key is the remote's name. */
export const RemoteSlot = ({ remote: { name, title } }: { remote: RemoteSummary }) => {
  const { registry, loadOf } = useRemotes();
  const load = loadOf(name);
  const [{ loading, round }, setTurn] = useState(() => ({ loading: load.current(), round: 0 }));
  useEffect(() => {
    load.start();
    // React holds back a resumed boundary until its skeleton has been shown for 300 ms, but not an update.
    const show = () =>
      startTransition(() => setTurn((latest) => (latest.loading === loading ? { ...latest } : latest)));
    loading.then(show, () => undefined);
  }, [load, loading]);

  const onReplace = (next: Promise<LoadedRemote>) =>
    setTurn((latest) => ({ loading: next, round: latest.round + 1 }));
  const tryAgain = async () => {
    await registry.refresh();
    onReplace(load.restart());
  };
  const failureView = (failure: Failure = { reason: 'unavailable', tryAgain }) => (
    <SlotFailure title={title} failure={failure} />
  );

  return (
    // With a key, each turn starts with the skeleton.
    <ErrorBoundary key={round} fallbackRender={() => failureView()}>
      <Suspense fallback={<SlotSkeleton />}>
        <LoadedSlot load={load} loading={loading} onReplace={onReplace} failureView={failureView} />
      </Suspense>
    </ErrorBoundary>
  );
};
