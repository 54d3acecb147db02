import * as theme from '@portal/theme';
import { createContext } from 'react';

/** What the shell provides to the code of a remote. Shells before 1.1 share a theme without these contexts. */
export const {
  ShellServicesContext = createContext<theme.ShellServices>({}),
  RemoteScopeContext = createContext<theme.RemoteScope>({ name: '', settings: {} }),
}: Partial<typeof theme> = theme;
