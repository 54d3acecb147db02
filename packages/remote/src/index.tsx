import { useSignedInCustomer } from '@portal/api';
import type { SlotProps } from '@portal/contract';
import { RemoteScopeContext, ShellServicesContext, type ShellServices } from '@portal/remote/services';
import { useColorScheme, useSurface } from '@portal/theme';
import { use, useEffect, useMemo } from 'react';
import { generatePath } from 'react-router';
import type { StandardProps } from 'valibot';

/** What a remote needs from the portal while it runs. Its components come from `@portal/theme`, its data from `@portal/api`. */

export { createClient } from './client';
export { defineRemote, routesOf } from './define-remote';
export { useBrand, useLocale } from '@portal/theme';
export { useNavigate } from 'react-router';
export type {
  Brand,
  Mount,
  MountContext,
  RemoteModule,
  RemoteRoute,
  RemoteScreen,
  RouteParams,
  ScreenDefinition,
  SlotProps,
  View,
} from '@portal/contract';

interface SlotElement<Props extends SlotProps> {
  /** Its id among the `slots` of `remote.json`. */
  name: string;
  props: Props;
}

/** A place in a screen for widgets of other remotes. Without any, it renders nothing. */
export const Slot = <Props extends SlotProps>({ name, props }: SlotElement<Props>) => {
  const { Widgets } = use(ShellServicesContext);
  return Widgets ? <Widgets slot={name} props={props} /> : null;
};

/** The signed-in customer; null if the portal's server does not say who it is. */
export const useCustomer = useSignedInCustomer;

/** The color scheme that the customer sees, for what styles cannot reach, such as the colors of a chart. */
export const useColorMode = (): 'light' | 'dark' =>
  useColorScheme().colorScheme === 'dark' ? 'dark' : 'light';

/** The parent of style elements that a library adds at run time, and the nonce that they need. */
export const useStyleTarget = (): { target: HTMLElement; nonce: string | undefined } => {
  const { styles, nonce } = useSurface();
  return { target: styles, nonce };
};

/** Reports an error that the remote has caught; `portal status` lists it. Uncaught ones need no call. */
export const report = (error: Error): void => reportError(error);

const doNothing = (): void => undefined;

/** Returns `notify(text, { severity })`, which shows a message for six seconds, after those that wait already. */
export const useNotify = (): NonNullable<ShellServices['notify']> =>
  use(ShellServicesContext).notify ?? doNothing;

/** Shows a number at a drawer entry of this remote, until it is set again or the customer logs out. */
export const useBadge = (path: string, badge: number | null): void => {
  const { setBadge } = use(ShellServicesContext);
  const { name } = use(RemoteScopeContext);
  useEffect(() => setBadge?.(name, path, badge), [setBadge, name, path, badge]);
};

const useNoLinks = () => (): undefined => undefined;

/**
 * Returns `linkTo(name, params)`: the path of another remote's page, undefined if the customer does not have it.
 * `linkTo` throws if a parameter of the path is missing.
 */
export const useLinkTo = () => {
  const { useLinks = useNoLinks } = use(ShellServicesContext);
  const findLink = useLinks();
  return (name: string, params?: Readonly<Record<string, string>>): string | undefined => {
    const pattern = findLink(name);
    return pattern && generatePath(pattern, params);
  };
};

/**
 * The settings of remote.json, with the operator's values. Tests have none: give the schema defaults.
 * @param schema of any library that follows https://standardschema.dev; the same object in every render
 * @throws if the settings do not fit the schema
 */
export const useSettings = <Output,>(schema: { '~standard': StandardProps<unknown, Output> }): Output => {
  const { settings } = use(RemoteScopeContext);
  return useMemo(() => {
    const parsed = schema['~standard'].validate(settings);
    if ('value' in parsed) return parsed.value;
    throw new TypeError(`remote.json does not fit the schema of useSettings: ${JSON.stringify(parsed)}`);
  }, [schema, settings]);
};
