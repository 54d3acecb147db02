import { inStorage } from '@portal/contract';
import { useState } from 'react';

/** A setting of the browser, like the color mode: it reveals nothing about a customer, and outlives a session. */
const STORAGE_KEY = 'portal-drawer';
const COLLAPSED = 'collapsed';

/** Whether the drawer is open: on wide screens at first as it was left, on narrow ones closed. */
export const useDrawer = (isWide: boolean) => {
  const [isOpen, setOpen] = useState(() => {
    const kept = inStorage((storage) => storage.getItem(STORAGE_KEY));
    return { wide: kept !== COLLAPSED, narrow: false };
  });
  const layout = isWide ? 'wide' : 'narrow';
  const set = (next: boolean) => {
    setOpen({ ...isOpen, [layout]: next });
    if (!isWide) return;
    inStorage((storage) =>
      next ? storage.removeItem(STORAGE_KEY) : storage.setItem(STORAGE_KEY, COLLAPSED),
    );
  };
  return [isOpen[layout], set] as const;
};
