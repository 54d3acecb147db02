import { useSignedInCustomer } from '@portal/api';
import { keptOrdersKey, type Boot } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { inStorage } from '../storage';

/** Absent where no page could show the orders: in an embedder's page, on an older server, in an older browser. */
let key: string | undefined;

/** Lets customers keep orders for the offline page of this portal. */
export const offerKeeping = ({ basePath, offlinePage = false }: Pick<Boot, 'basePath' | 'offlinePage'>) => {
  key = offlinePage && 'serviceWorker' in navigator ? keptOrdersKey(basePath) : undefined;
};

const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    removeEventListener('storage', watcher);
  };
};

/** The kept orders as JSON; null if the customer keeps none. Synchronous: a logout leaves nothing to another tab. */
export const readKept = (): string | null => {
  const name = key;
  return (name && inStorage((storage) => storage.getItem(name))) || null;
};

/** Replaces the kept orders. Having some, or an empty text, is the choice itself: it ends with the session. */
export const writeKept = (kept: string | null): void => {
  const name = key;
  if (name === undefined) return;
  inStorage((storage) => (kept === null ? storage.removeItem(name) : storage.setItem(name, kept)));
  for (const watcher of watchers) watcher();
};

const NOTHING = '{"owner":"","updatedAt":"","orders":[]}';

/** Whether the customer keeps orders, and a function to change that; undefined where that is not offered. */
export const useKeeping = () => {
  const isKeeping = useSyncExternalStore(watch, () => readKept() !== null);
  return key === undefined
    ? undefined
    : { isKeeping, setKeeping: (next: boolean) => writeKept(next ? NOTHING : null) };
};

/** Keeps the orders of a signed-in customer who wants it. */
export const useKeptOrders = (): void => {
  const client = useQueryClient();
  const customer = useSignedInCustomer();
  const isKeeping = useKeeping()?.isKeeping === true;
  const owner = customer && JSON.stringify(customer);
  useEffect(() => {
    if (!isKeeping) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    import(/* webpackChunkName: "keep-orders" */ './keep-orders').then(
      ({ keepOrders }) => {
        if (!isOver) stop = keepOrders(client, owner ?? '');
      },
      // The next page tries again.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [client, owner, isKeeping]);
};
