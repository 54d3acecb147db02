import { useSignedInCustomer } from '@portal/api';
import { useColorScheme } from '@portal/theme';

/** What a remote needs from the portal while it runs. Its components come from `@portal/theme`, its data from `@portal/api`. */

export { defineRemote, routesOf } from './define-remote';
export { Slot } from './slot';
export { useBrand, useLocale } from '@portal/theme';
export { useNavigate } from 'react-router-dom';
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

/** The signed-in customer; null if the portal's server does not say who it is. */
export const useCustomer = useSignedInCustomer;

/** The color scheme that the customer sees, for what styles cannot reach, such as the colors of a chart. */
export const useColorMode = (): 'light' | 'dark' =>
  useColorScheme().colorScheme === 'dark' ? 'dark' : 'light';

/** Reports an error that the remote has caught; `portal status` lists it. Uncaught ones need no call. */
export const report = (error: Error): void => reportError(error);
