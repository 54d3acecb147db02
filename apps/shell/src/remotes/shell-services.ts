import type { RemoteSummary } from '@portal/contract';
import type { ShellServices } from '@portal/remote/services';
import { createElement, lazy } from 'react';
import { useSummaries } from './remotes';

/** Without the chunk, the screens have no widgets. */
const load = (): Promise<{ default: NonNullable<ShellServices['Widgets']> }> =>
  import(/* webpackChunkName: 'widgets' */ './widgets').then(
    ({ Widgets }) => ({ default: Widgets }),
    () => ({ default: () => null }),
  );

const LoadedWidgets = lazy(load);

const hasWidgets = (remotes: readonly RemoteSummary[]): boolean => remotes.some(({ widgets }) => widgets);

/** Loads the code of the widgets before a screen needs it, if a remote has any. */
export const loadServices = (remotes: readonly RemoteSummary[]): unknown => hasWidgets(remotes) && load();

/** What remotes get from the shell. Its code loads when the page needs it; a screen waits for it, so nothing shifts. */
export const shellServices: ShellServices = {
  useLinks: () => {
    const remotes = useSummaries();
    return (name) => remotes.find(({ links }) => links?.[name])?.links?.[name];
  },
  Widgets: (slot) => (hasWidgets(useSummaries()) ? createElement(LoadedWidgets, slot) : null),
};
