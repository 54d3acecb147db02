import { RemoteScopeContext, ShellServicesContext, type ShellServices } from '@portal/remote/services';
import { useColorScheme } from '@portal/theme';
import { use, useEffect } from 'react';
import { generatePath } from 'react-router';

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
    // `portal verify` fails by it. Alone, a remote has no others beside it.
    if (pattern === undefined && useLinks !== useNoLinks)
      console.warn(`linkTo: no remote of this page has the link ${name}`);
    return pattern && generatePath(pattern, params);
  };
};

/** The color scheme that the customer sees, for what styles cannot reach, such as the colors of a chart. */
export const useColorMode = (): 'light' | 'dark' =>
  useColorScheme().colorScheme === 'dark' ? 'dark' : 'light';
