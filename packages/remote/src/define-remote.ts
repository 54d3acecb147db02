import type { Descriptor, Mount, RemoteDefinition, RemoteModule, ScreenDefinition } from '@portal/contract';
import { createElement, use, type ReactNode } from 'react';

/** Makes a component of a view of another framework. Remotes in React never load the chunk. */
const mounted = <Props extends object>(mount: Mount<Props>): ((props: Props) => ReactNode) => {
  const loading = import('./mounted');
  return function View(props) {
    return createElement(use(loading).Mounted<Props>, { mount, props });
  };
};

/** The default export of a remote. Each screen becomes a React component, which every shell renders. */
export const defineRemote = ({ routes, widgets, ...remote }: RemoteDefinition): RemoteModule => ({
  ...remote,
  ...(widgets && {
    widgets: Object.fromEntries(
      Object.entries(widgets).map(([name, widget]) => [
        name,
        'mount' in widget ? { Component: mounted(widget.mount) } : widget,
      ]),
    ),
  }),
  routes: routes.map((route) =>
    'mount' in route ? { path: route.path, title: route.title, Component: mounted(route.mount) } : route,
  ),
});

/** Pairs the routes of a remote's descriptor with their screens, one per route and in its order. */
export const routesOf = (
  { routes }: Pick<Descriptor, 'routes'>,
  screens: readonly ScreenDefinition[],
): RemoteDefinition['routes'] => {
  if (routes.length !== screens.length)
    throw new Error(
      `remote.json names ${routes.length} routes (${routes.join(', ')}), but remote.ts has ${screens.length} screens. List one screen per route, in the same order.`,
    );
  return screens.map((screen, index) => ({ path: routes[index] ?? '', ...screen }));
};
