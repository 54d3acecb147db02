import { useSignedInCustomer } from '@portal/api';
import type { SlotProps } from '@portal/contract';
import { RemoteScopeContext, ShellServicesContext } from '@portal/remote/services';
import { useSurface } from '@portal/theme';
import { use, useMemo } from 'react';
import type { StandardProps } from 'valibot';

/** What a remote needs from the portal while it runs. Its components come from `@portal/theme`, its data from `@portal/api`. */

export { createClient } from './client';
export { defineRemote, routesOf } from './define-remote';
export { useBadge, useColorMode, useLinkTo, useNotify } from './shell-services';
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

/** The parent of style elements that a library adds at run time, and the nonce that they need. */
export const useStyleTarget = (): { target: HTMLElement; nonce: string | undefined } => {
  const { styles, nonce } = useSurface();
  return { target: styles, nonce };
};

/** The nonce that the page's policy wants of style elements, for a library with an option of that name. */
export const useNonce = (): string | undefined => useSurface().nonce;

/** Reports an error that the remote has caught; `portal status` lists it. Uncaught ones need no call. */
export const report = (error: Error): void => reportError(error);

/**
 * The settings of remote.json, with the operator's values. Tests have those of `renderInPortal(ui, { descriptor })`.
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
