import type { ComponentType, ReactNode } from 'react';
import * as v from 'valibot';

/** The values of a route's `:parameters`, from react-router. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** One screen of a remote. */
export interface RemoteScreen {
  /** The page's title without the brand. Older shells pass no `language`. */
  title: string | ((params: RouteParams, language?: string) => string);
  Component: ComponentType;
}

/** A screen and its absolute path, which is one of the descriptor's `routes`. */
export interface RemoteRoute extends RemoteScreen {
  path: string;
}

/** The props that a slot gives to its widgets. Each widget gets a copy. */
export type SlotProps = Readonly<Record<string, string | number | boolean | undefined>>;

/** A part of another remote's screen. `Component` is a method so that a team can type the props of its slot. */
export interface RemoteWidget {
  Component(props: SlotProps): ReactNode;
}

/** The default export of a remote's one exposed module, `./remote`. */
export interface RemoteModule {
  routes: readonly RemoteRoute[];
  /** By the names in the descriptor's `widgets`. */
  widgets?: Readonly<Record<string, RemoteWidget>> | undefined;
  /** Loads the remote's texts, before a screen is rendered; undefined if they are loaded. Absent: English. */
  loadLanguage?: LoadLanguage | undefined;
}

/** Returns the same promise until it settles. The promise never rejects. */
type LoadLanguage = (language: string) => Promise<unknown> | undefined;

/** A React component is a function, or an object made by `memo`, `lazy` or `forwardRef`. */
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

const NO_COMPONENT = 'must be a React component';

const isTitle = (value: unknown): value is RemoteRoute['title'] =>
  typeof value === 'string' || typeof value === 'function';

/** Checks the module that a remote's container exposes. It comes from another team's build, so types prove nothing. */
export const remoteModuleSchema = v.object({
  default: v.object({
    routes: v.pipe(
      v.array(
        v.object({
          path: v.string(),
          title: v.custom<RemoteRoute['title']>(isTitle, 'must be a string or a function'),
          Component: v.custom<ComponentType>(isComponent, NO_COMPONENT),
        }),
      ),
      v.minLength(1),
    ),
    widgets: v.optional(
      v.record(
        v.string(),
        v.object({ Component: v.custom<RemoteWidget['Component']>(isComponent, NO_COMPONENT) }),
      ),
    ),
    loadLanguage: v.optional(
      v.custom<LoadLanguage>((value) => typeof value === 'function', 'must be a function'),
    ),
  }),
});
