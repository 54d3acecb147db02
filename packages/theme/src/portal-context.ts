import type { Brand, Settings, SlotProps } from '@portal/contract';
import { createContext, use, type ComponentType } from 'react';

export const BrandContext = createContext<Brand>({ name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' });

/** The brand of the company that runs the portal. */
export const useBrand = (): Brand => use(BrandContext);

export const LocaleContext = createContext<string | undefined>(undefined);

/** The language tag (BCP 47) for dates and numbers; undefined for the browser's own. */
export const useLocale = (): string | undefined => use(LocaleContext);

/** The text to show beside the heading of the screen; undefined outside of a layout that has one. */
export const ScreenStatusContext = createContext<string | undefined>(undefined);

/** Provides a short text about the whole screen, such as how old it is. */
export const ScreenStatusProvider = ScreenStatusContext.Provider;

/** What remotes get from the shell by `@portal/remote`. The harness and tests lack some. */
export interface ShellServices {
  /** The widgets of other remotes in a slot. */
  Widgets?: ComponentType<{ slot: string; props: SlotProps }>;
  /** A hook that finds the pattern of a link's path; undefined if no remote of the page has the link. */
  useLinks?: () => (name: string) => string | undefined;
  /** Shows a message. `severity` is `info` by default. */
  notify?: (text: string, options?: { severity?: 'info' | 'success' | 'warning' | 'error' }) => void;
  /** Shows a number at a drawer entry of the remote; null or 0 for none. */
  setBadge?: (remote: string, path: string, badge: number | null) => void;
}

export const ShellServicesContext = createContext<ShellServices>({});

/** The remote around a component: its name, and its settings with the operator's values. Without a name in tests. */
export interface RemoteScope {
  name: string;
  settings: Settings;
}

export const RemoteScopeContext = createContext<RemoteScope>({ name: '', settings: {} });

/** Returns `tag` if it is a language tag that this browser supports. */
export const supportedLocale = (tag: string | undefined): string | undefined => {
  if (!tag) return undefined;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    // Malformed tags throw a RangeError.
    return undefined;
  }
};
