import { useSyncExternalStore } from 'react';

/** A value outside of React. Components follow it by `useStore`. */
export const createStore = <Value>(initial: Value) => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next: Value) => {
      value = next;
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

type Store<Value> = Pick<ReturnType<typeof createStore<Value>>, 'get' | 'subscribe'>;

export const useStore = <Value>({ get, subscribe }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get);
