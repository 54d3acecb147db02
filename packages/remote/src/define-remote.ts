import type { Descriptor, RemoteModule, RemoteRoute, RemoteScreen } from '@portal/contract';

/** Types a remote's default export, and returns it unchanged. */
export const defineRemote = (remote: RemoteModule): RemoteModule => remote;

/** Pairs the routes of a remote's descriptor with their screens, one per route and in its order. */
export const routesOf = (
  { routes }: Pick<Descriptor, 'routes'>,
  screens: readonly RemoteScreen[],
): RemoteRoute[] => {
  if (routes.length !== screens.length)
    throw new Error(
      `remote.json names ${routes.length} routes (${routes.join(', ')}), but remote.ts has ${screens.length} screens. List one screen per route, in the same order.`,
    );
  return screens.map((screen, index) => ({ path: routes[index] ?? '', ...screen }));
};
