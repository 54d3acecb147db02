import type { ComponentType, ReactNode } from 'react';
import * as v from 'valibot';
import type { Settings } from './descriptor';

/** The values of a route's `:parameters`, from react-router. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** What the portal tells a view of another framework. It grows only by additions. */
export interface MountContext<Props = object> {
  /** The props of a widget; a screen has none. */
  props: Props;
  params: RouteParams;
  /** The settings of remote.json, with the operator's values. */
  settings: Settings;
  /** The language tag for `Intl`; undefined for the browser's own. */
  locale: string | undefined;
  /** The language of the portal's texts. */
  language: string;
  colorMode: 'light' | 'dark';
  /** Goes to a path of the portal without loading the page. */
  navigate: (path: string) => void;
  /** Calls the listener with each other color mode, until the view is removed: it does not mount the view again. */
  onColorMode: (listener: (colorMode: 'light' | 'dark') => void) => void;
  /** Shows a message. `severity` is `info` by default. */
  notify: (text: string, options?: { severity?: 'info' | 'success' | 'warning' | 'error' }) => void;
  /** Shows a number at a drawer entry of this remote; null or 0 for none. */
  setBadge: (path: string, badge: number | null) => void;
  /** The path of another remote's page; undefined if the customer does not have it. */
  linkTo: (name: string, params?: Readonly<Record<string, string>>) => string | undefined;
}

/**
 * Fills an element. @returns a function that removes what it has added outside of the element, if anything; changed
 * `props`, `params`, `settings`, or language mount the view again
 */
export type Mount<Props = object> = (
  element: HTMLElement,
  context: MountContext<Props>,
) => (() => void) | undefined;

/** A part of a remote: a React component, or whatever another framework mounts. */
export type View<Props = object> = { Component: ComponentType<Props> } | { mount: Mount<Props> };

/** The page's title without the brand. */
type Title = string | ((params: RouteParams, language: string) => string);

/** One screen of a remote. */
export interface RemoteScreen {
  title: Title;
  Component: ComponentType;
}

/** A screen as its team writes it. */
export type ScreenDefinition = View & { title: Title };

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

/** A remote as its team writes it; `defineRemote` turns each `mount` into a component. */
export interface RemoteDefinition extends Omit<RemoteModule, 'routes' | 'widgets'> {
  routes: readonly (ScreenDefinition & { path: string })[];
  widgets?: Readonly<Record<string, RemoteWidget | { mount: Mount<SlotProps> }>> | undefined;
}

type LoadLanguage = (language: string) => Promise<unknown> | undefined;

/** A React component is a function, or an object made by `memo`, `lazy` or `forwardRef`. */
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

const NO_COMPONENT = 'must be a React component';

const isTitle = (value: unknown): value is Title => typeof value === 'string' || typeof value === 'function';

/** Checks the module that a remote's container exposes. It comes from another team's build, so types prove nothing. */
export const remoteModuleSchema = v.object({
  default: v.object({
    routes: v.pipe(
      v.array(
        v.object({
          path: v.string(),
          title: v.custom<Title>(isTitle, 'must be a string or a function'),
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
