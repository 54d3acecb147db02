import type { Settings, SlotProps } from '@portal/contract';
import { createContext, type ComponentType } from 'react';

/*
 * The contexts between the shell and the hooks of this package. Both sides import this module by the package's name,
 * which makes it a shared singleton: a remote with a copy of its own would find no services.
 */

/** What the shell does for remotes. The harness and tests lack some. */
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

/** The remote around a component: its name, and its settings with the operator's values. In tests, by `renderInPortal`. */
export interface RemoteScope {
  name: string;
  settings: Settings;
}

export const RemoteScopeContext = createContext<RemoteScope>({ name: '', settings: {} });
