import { useState } from 'react';

/** A setting of the browser, like the color mode: it reveals nothing about a customer, and outlives a session. */
const STORAGE_KEY = 'portal-drawer';
const COLLAPSED = 'collapsed';

/** Browsers may forbid storage. */
const wasCollapsed = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) === COLLAPSED;
  } catch {
    return false;
  }
};

const remember = (isOpen: boolean): void => {
  try {
    if (isOpen) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, COLLAPSED);
  } catch {
    // Without storage, the drawer is open after the next load.
  }
};

/** Whether the drawer is open: on wide screens at first as it was left, on narrow ones closed. */
export const useDrawer = (isWide: boolean) => {
  const [isOpen, setOpen] = useState(() => ({ wide: !wasCollapsed(), narrow: false }));
  const layout = isWide ? 'wide' : 'narrow';
  const set = (next: boolean) => {
    setOpen({ ...isOpen, [layout]: next });
    if (isWide) remember(next);
  };
  return [isOpen[layout], set] as const;
};
