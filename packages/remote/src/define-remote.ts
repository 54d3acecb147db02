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

/** The routes of a remote: the screen of each path in its descriptor. @throws unless both name the same paths */
export const routesOf = (
  { routes }: Pick<Descriptor, 'routes'>,
  screens: Readonly<Record<string, ScreenDefinition>>,
): RemoteDefinition['routes'] => {
  const paths = Object.keys(screens);
  if (routes.length !== paths.length || !routes.every((path) => paths.includes(path)))
    throw new Error(
      `remote.json lists ${routes.join(', ')}, but remote.ts has screens for ${paths.join(', ')}. Name the same routes in both.`,
    );
  return Object.entries(screens).map(([path, screen]) => ({ path, ...screen }));
};
