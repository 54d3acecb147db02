import type { PropsWithChildren } from 'react';
import {
  createPath,
  parsePath,
  resolvePath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createHashHistory as createHashHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  type Navigator,
} from 'react-router-dom';
import type { EmbedOptions } from 'embed/contract';
import { createStore, useStore } from '../store';

/** Replaces the page's origin to parse paths: a page without an address (`srcdoc`) has none. */
const PLACEHOLDER = 'https://page.invalid';

type Place = Pick<EmbedOptions, 'base' | 'routing'>;

const HISTORIES = { browser: createBrowserHistory, hash: createHashHistory, memory: createMemoryHistory };

const FIRST_SCREEN = { pathname: '/', search: '', hash: '', state: null, key: 'default' };

/** Whether the router wrote the history entry. In others, no hash means `#`, a link to the top of the page. */
const isPortalEntry = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state;
};

/** Whether the page's address names a screen of the portal. Like the router, it ignores case. */
export const isPortalUrl = ({ base, routing }: Place): boolean => {
  if (routing === 'memory') return true;
  if (routing === 'hash') return location.hash.startsWith('#/') || (!location.hash && isPortalEntry());
  return `${location.pathname}/`.toLowerCase().startsWith(`${base}/`.toLowerCase());
};

/** Keeps the embedder's `history.state` in every entry: its router recognizes its entries by it. */
const keepingState = ({ createHref, go, push, replace }: Navigator): Navigator => {
  const keep = (write: () => void) => {
    const kept: unknown = history.state;
    write();
    history.replaceState(Object.assign({}, kept, history.state), '');
  };
  return {
    createHref,
    go,
    push: (to, state) => keep(() => push(to, state)),
    replace: (to, state) => keep(() => replace(to, state)),
  };
};

/** Makes links and entries absolute: a `<base>` of the page may lead elsewhere, even to another origin. */
const ignoreBase = (entries: Navigator): void => {
  const { createHref } = entries;
  entries.createHref = (to) => new URL(createHref(to), location.href).href;
};

/** The history of an embedded portal, which shares the page's address with the page's own router. */
export const createPortalHistory = (place: Place) => {
  const { base, routing } = place;
  const entries = HISTORIES[routing]({ v5Compat: true });
  if (routing === 'browser') ignoreBase(entries);
  const navigator = routing === 'memory' ? entries : keepingState(entries);
  const basename = (routing === 'browser' && base) || '/';
  const shown = createStore({
    location: isPortalUrl(place) ? entries.location : FIRST_SCREEN,
    action: entries.action,
  });

  const show = () => {
    if (isPortalUrl(place)) shown.set({ location: entries.location, action: entries.action });
  };
  const follow = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
    if (navigationType !== 'traverse' && createPath(shown.get().location) !== createPath(entries.location))
      show();
  };
  const stopListening = entries.listen(show);
  // Browsers without the Navigation API (before Chromium 102, Safari 26.2, Firefox 147) don't report navigations of the
  // page.
  const navigation = routing === 'browser' && 'navigation' in window ? window.navigation : undefined;
  navigation?.addEventListener('currententrychange', follow);

  return {
    basename,
    navigator,
    shown,
    /** @throws when the path leads to another origin */
    navigate: (path: string) => {
      if (new URL(path, PLACEHOLDER).origin !== PLACEHOLDER)
        throw new Error(`"${path}" is not a path of the portal. Pass a path such as /service-orders.`);
      const prefix = basename === '/' ? '' : basename;
      const here = shown.get().location.pathname.slice(prefix.length) || '/';
      const { pathname, ...rest } = resolvePath({ pathname: here, ...parsePath(path) }, '/');
      navigator.push({ pathname: prefix && pathname === '/' ? prefix : prefix + pathname, ...rest });
    },
    stop: () => {
      stopListening();
      navigation?.removeEventListener('currententrychange', follow);
    },
  };
};

export type PortalHistory = ReturnType<typeof createPortalHistory>;

/** The router of an embedded portal. */
export const PortalRouter = ({ history, children }: PropsWithChildren<{ history: PortalHistory }>) => {
  const { location, action } = useStore(history.shown);
  return (
    <Router
      basename={history.basename}
      location={location}
      navigationType={action}
      navigator={history.navigator}
      useTransitions={false}
    >
      {children}
    </Router>
  );
};
