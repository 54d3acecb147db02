import { useSignedInCustomer } from '@portal/api';
import type { Brand, RemoteModule, RemoteRoute, RemoteScreen, RouteParams } from '@portal/contract';
import * as theme from '@portal/theme';
import type { RemoteScope, ShellServices } from '@portal/theme';
import { useEffect, useMemo } from 'react';
import { generatePath } from 'react-router';
import type { StandardProps } from 'valibot';

/** What a remote needs from the portal while it runs. Its components come from `@portal/theme`, its data from `@portal/api`. */

export { defineRemote, routesOf } from './define-remote';
export { useBrand, useLocale } from '@portal/theme';
export { useNavigate } from 'react-router';
export type { Brand, RemoteModule, RemoteRoute, RemoteScreen, RouteParams };

/** The signed-in customer; null if the portal's server does not say who it is. */
export const useCustomer = useSignedInCustomer;

/** The color scheme that the customer sees, for what styles cannot reach, such as the colors of a chart. */
export const useColorMode = (): 'light' | 'dark' =>
  theme.useColorScheme().colorScheme === 'dark' ? 'dark' : 'light';

/** Reports an error that the remote has caught; `portal status` lists it. Uncaught ones need no call. */
export const report = (error: Error): void => reportError(error);

const NO_SERVICES: ShellServices = {};
const NO_SCOPE: RemoteScope = { name: '', settings: {} };

/** Shells before 1.1 have no services. */
const useServices = (): ShellServices => {
  const { useShellServices = () => NO_SERVICES }: Partial<typeof theme> = theme;
  return useShellServices();
};

const useScope = (): RemoteScope => {
  const { useRemoteScope = () => NO_SCOPE }: Partial<typeof theme> = theme;
  return useRemoteScope();
};

const doNothing = (): void => undefined;

/** Returns `notify(text, { severity })`, which shows a message for six seconds, after those that are shown before. */
export const useNotify = (): NonNullable<ShellServices['notify']> => useServices().notify ?? doNothing;

/** Shows a number at a drawer entry of this remote, until it is set again or the customer signs out. */
export const useBadge = (path: string, badge: number | null): void => {
  const { setBadge } = useServices();
  const { name } = useScope();
  useEffect(() => setBadge?.(name, path, badge), [setBadge, name, path, badge]);
};

/** Returns `linkTo(name, params)`: the path of another remote's page, undefined if the customer does not have it. */
export const useLinkTo = () => {
  const { findLink } = useServices();
  return (name: string, params?: Readonly<Record<string, string>>): string | undefined => {
    const pattern = findLink?.(name);
    return pattern && generatePath(pattern, params);
  };
};

/**
 * The settings of remote.json, with the operator's values. Tests have none: give the schema defaults.
 * @param schema of any library that follows https://standardschema.dev; the same object in every render
 * @throws if the settings do not fit the schema
 */
export const useSettings = <Output>(schema: { '~standard': StandardProps<unknown, Output> }): Output => {
  const { settings } = useScope();
  return useMemo(() => {
    const parsed = schema['~standard'].validate(settings);
    if ('value' in parsed) return parsed.value;
    throw new TypeError(`remote.json does not fit the schema of useSettings: ${JSON.stringify(parsed)}`);
  }, [schema, settings]);
};
