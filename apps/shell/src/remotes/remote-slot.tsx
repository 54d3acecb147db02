import type { RemoteModule, RemoteRoute, RemoteSummary, RouteParams } from '@portal/contract';
import { RemoteScopeContext } from '@portal/remote/services';
import { Box, Skeleton, Stack, useTheme, visuallyHidden, Waiting } from '@portal/theme';
import { QueryClientContext } from '@tanstack/react-query';
import {
  memo,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchPath, matchRoutes, useLocation, useRoutes } from 'react-router-dom';
import * as v from 'valibot';
import { isLostChunk } from './federation/load-failure';
import { NotFound } from '../page/not-found';
import { PageTitle } from '../page/title';
import { createRemoteQueryClient, pageQueryClient } from '../session/query-client';
import { useStore } from '../store';
import { useI18n } from '../texts';
import { CleanUpBoundary } from './clean-up-boundary';
import type { LoadedRemote, LoadState, RemoteLoad } from './load-remote';
import { ReloadPrompt, wasReloadedFor } from './reload-prompt';
import { SlotFailure, type Unavailability } from './slot-failure';
import { useRemotes } from './remotes';

const SlotSkeleton = () => {
  const i18n = useI18n();
  return (
    <Box aria-busy="true">
      <Box role="status" sx={visuallyHidden}>
        {i18n.t('Loading…')}
      </Box>
      <Waiting>
        <Stack spacing={2}>
          <Skeleton variant="rounded" width="min(18rem, 60%)" height={36} />
          <Skeleton variant="rounded" height={120} />
          <Skeleton variant="rounded" height={240} />
        </Stack>
      </Waiting>
    </Box>
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

const titleSchema = v.pipe(v.string(), v.nonEmpty());

/** The screen's own title; undefined if that is no text, or throws. */
const titleOf = ({ title }: RemoteRoute, params: RouteParams, language: string): string | undefined => {
  try {
    return v.parse(titleSchema, typeof title === 'function' ? title(params, language) : title);
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

const RouteScreen = ({ route, title, onShown }: ShownProps & { route: RemoteRoute }) => {
  const { path, Component } = route;
  const params = useRouteParams(path);
  const { language } = useTheme();
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

const texts = new WeakMap<RemoteModule, Map<string, Promise<unknown>>>();

/**
 * Loads a remote's texts once per language: React would wait forever for a promise that differs in each render. Texts that
 * fail to load stay as they are. @returns undefined if they are loaded
 */
const textsOf = (module: RemoteModule, language: string): Promise<unknown> | undefined => {
  const known = texts.get(module) ?? new Map<string, Promise<unknown>>();
  const loading = known.get(language) ?? module.loadLanguage?.(language)?.catch(reportError);
  if (loading) texts.set(module, known.set(language, loading));
  return loading;
};

/** A part of a remote: waits for its texts, and says whose part it is. */
export const RemotePart = ({ remote, children }: PropsWithChildren<{ remote: LoadedRemote }>) => {
  const { descriptor, settings } = remote.version.extras;
  const { language } = useTheme();
  const loading = textsOf(remote.module, language);
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
      element: <RouteScreen route={route} {...shown} />,
    })),
    { path: '*', element: <NotFound /> },
  ]);
});

interface LoadedSlotProps extends Pick<RemoteLoad, 'onShown' | 'onError'> {
  state: Extract<LoadState, { remote: LoadedRemote }>;
  failureView: (outdated?: Unavailability) => ReactNode;
}

/** The screens of a loaded version. One that throws before any was shown makes another version take over. */
const LoadedSlot = ({ state, onShown, onError, failureView }: LoadedSlotProps) => {
  const { status, remote } = state;
  const { module, version } = remote;
  const { pathname } = useLocation();
  const [screen] = matchRoutes([...module.routes], pathname) ?? [];
  const viewOf = (error: unknown) => {
    if (status === 'loaded') return <SlotSkeleton />;
    const isOutdated = status === 'shown' && isLostChunk(error) && !wasReloadedFor(version);
    return isOutdated ? failureView({ reason: 'outdated', version }) : failureView();
  };
  return (
    <>
      <CleanUpBoundary>
        <ErrorBoundary
          // It leaves with its screen: errors of the screen's clean-up reach the boundary around it.
          key={screen?.route.path}
          resetKeys={[pathname, remote]}
          onError={onError}
          fallbackRender={({ error }) => viewOf(error)}
        >
          <RemotePart remote={remote}>
            <RemoteScreens module={module} title={version.extras.descriptor.title} onShown={onShown} />
          </RemotePart>
        </ErrorBoundary>
      </CleanUpBoundary>
      <ReloadPrompt version={status === 'shown' ? version : undefined} />
    </>
  );
};

/** The place of one remote: its skeleton, screens, or failure. Its key is the remote's name. */
export const RemoteSlot = ({ remote: { name, title } }: { remote: RemoteSummary }) => {
  const { registry, loadOf } = useRemotes();
  const load = loadOf(name);
  // React renders a deferred value in slices, and the browser can paint and handle input between them.
  const state = useDeferredValue(useStore(load.state));
  useEffect(() => load.start(), [load]);

  const tryAgain = async () => {
    await registry.refresh();
    load.restart();
  };
  const failureView = (failure: Unavailability = { reason: 'unavailable', tryAgain }) => (
    <SlotFailure title={title} failure={failure} />
  );

  if (state.status === 'failed') return failureView();
  return (
    // Around both, so that a screen that waits for its texts keeps the same skeleton.
    <Suspense fallback={<SlotSkeleton />}>
      {'remote' in state ? (
        <LoadedSlot state={state} onShown={load.onShown} onError={load.onError} failureView={failureView} />
      ) : (
        <SlotSkeleton />
      )}
    </Suspense>
  );
};
