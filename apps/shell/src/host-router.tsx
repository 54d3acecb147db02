import type { EmbedOptions } from '@portal/contract';
import { useLayoutEffect, useState, type PropsWithChildren } from 'react';
import {
  createPath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createHashHistory as createHashHistory,
  type Navigator,
} from 'react-router-dom';
import { namesScreen } from './names-screen';

interface HostRouterProps extends PropsWithChildren {
  base: string;
  routing: Exclude<EmbedOptions['routing'], 'memory'>;
}

const FIRST_SCREEN = { pathname: '/', search: '', hash: '', state: null, key: 'default' };

const historyOf = (routing: HostRouterProps['routing']) =>
  routing === 'hash' ? createHashHistory({ v5Compat: true }) : createBrowserHistory({ v5Compat: true });

/**
 * Has every entry that the portal writes into the page's history keep what the page had in the one before. Routers
 * know their own entries by it, and leave others alone when somebody comes back to them.
 */
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

/**
 * A router that has its address in that of a page around the portal, which it shares with the page's own router. It
 * goes where the page leads it, and stays when an address is none of its own.
 */
export const HostRouter = ({ base, routing, children }: HostRouterProps) => {
  const [entries] = useState(() => historyOf(routing));
  const [navigator] = useState(() => keepingState(entries));
  const [shown, setShown] = useState(() => ({
    location: routing === 'hash' && !namesScreen({ base, routing }) ? FIRST_SCREEN : entries.location,
    action: entries.action,
  }));

  useLayoutEffect(() => {
    const show = () => {
      const { location, action } = entries;
      if (namesScreen({ base, routing })) setShown({ location, action });
    };
    const stop = entries.listen(show);
    // Browsers without it (before Chromium 102, Safari 26.2, Firefox 147) do not say that the page went on.
    if (routing === 'hash' || !('navigation' in window)) return stop;
    const follow = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
      if (navigationType === 'traverse' || !namesScreen({ base, routing })) return;
      const { location, action } = entries;
      setShown((before) =>
        createPath(before.location) === createPath(location) ? before : { location, action },
      );
    };
    window.navigation.addEventListener('currententrychange', follow);
    return () => {
      stop();
      window.navigation.removeEventListener('currententrychange', follow);
    };
  }, [entries, base, routing]);

  return (
    <Router
      basename={routing === 'hash' ? '/' : base || '/'}
      location={shown.location}
      navigationType={shown.action}
      navigator={navigator}
      useTransitions={false}
    >
      {children}
    </Router>
  );
};
