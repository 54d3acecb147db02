import type { ComponentType } from 'react';
import * as v from 'valibot';

/** The values of a route's `:parameters`, as react-router gives them. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** One screen of a remote. `path` is absolute and stands in the descriptor's `routes` as well. */
export interface RemoteRoute {
  path: string;
  /** The page's title without the brand; announced to screen readers when the route changes. */
  title: string | ((params: RouteParams) => string);
  Component: ComponentType;
}

/** The default export of a remote's one exposed module, `./remote`. */
export interface RemoteModule {
  routes: readonly RemoteRoute[];
}

/** Types a remote's default export; it returns what it is given. */
export const defineRemote = (remote: RemoteModule): RemoteModule => remote;

/** React components are functions, or objects such as those of `memo`, `lazy` and `forwardRef`. */
const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

const isTitle = (value: unknown): value is RemoteRoute['title'] =>
  typeof value === 'string' || typeof value === 'function';

/**
 * Checks what a remote's container handed over. The code comes from another team's build, so that its types
 * are a promise only.
 */
export const remoteModuleSchema = v.object({
  default: v.object({
    routes: v.pipe(
      v.array(
        v.object({
          path: v.string(),
          title: v.custom<RemoteRoute['title']>(isTitle, 'must be a string or a function'),
          Component: v.custom<ComponentType>(isComponent, 'must be a React component'),
        }),
      ),
      v.minLength(1),
    ),
  }),
});
