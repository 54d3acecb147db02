import { randomUUID } from 'node:crypto';
import { backOff } from '../../platform/jobs/worker';
import type { Acumatica } from './acumatica';
import { ErpError, RefusedError } from './client';
import { erpStore, isKey, type KnownOrder, type Walk } from './erp-store';
import { createSaveOrders, UnloadableError, type Found, type Saving } from './save-orders';

/** Orders and events take turns, so that an idle ERP gets a single request each time. */
const POLL_MS = 30_000;
/** Finds deleted orders, and those that left the filter, without a notification. */
const PASS_MS = 24 * 3_600_000;
/** A request may wait in the ERP for minutes: the lease is renewed meanwhile. */
const HEARTBEAT_MS = 20_000;
const LONGEST_PAUSE_SECONDS = 300;

export interface Synchronization extends Saving {
  acumatica: Acumatica;
  stopping?: AbortSignal | undefined;
  /** In milliseconds. */
  now?: () => number;
}

type State = NonNullable<Awaited<ReturnType<ReturnType<typeof erpStore>['read']>>>;

const fetchOrders = async (
  { acumatica, database }: Pick<Synchronization, 'acumatica' | 'database'>,
  stale: readonly KnownOrder[],
): Promise<Found> => {
  const found = await acumatica.orders(stale.map((known) => known.key));
  const answers = await erpStore(database).answersAbout(found.map(({ fields }) => fields.ServiceOrderNbr));
  const records = found.map(({ record }) => record);
  const events = await acumatica.events(records, answers);
  const byKey = new Map(found.map((order) => [order.key, order]));
  const orders = stale.flatMap((known) => {
    const order = byKey.get(known.key);
    return order ? [{ order, known }] : [];
  });
  return { orders, gone: stale.filter((known) => !byKey.has(known.key)), events };
};

/** Reads stale orders and their events. Halves the batch to find an order that cannot be read or loaded. */
const createRefresh = (
  { acumatica, ...saving }: Pick<Synchronization, 'acumatica'> & Saving,
  holder: string,
) => {
  const { database, log } = saving;
  const saveOrders = createSaveOrders(saving, holder);
  let refused: string | undefined;

  const refresh = async (stale: readonly KnownOrder[], isLoading = true): Promise<void> => {
    try {
      return await saveOrders(await fetchOrders({ acumatica, database }, stale), isLoading);
    } catch (error) {
      const isUnloadable = error instanceof UnloadableError;
      if (!isUnloadable && !(error instanceof RefusedError)) throw error;
      const [first, ...others] = stale;
      if (first && others.length === 0) {
        const { key: order } = first;
        if (isUnloadable) {
          log.warn({ order, field: error.message }, 'an order of the ERP cannot be loaded');
          return await refresh(stale, false);
        }
        // Once, it may be the ERP that fails, not the order.
        if (refused === order) {
          log.warn({ order }, 'the ERP cannot read an order');
          await erpStore(database).postpone(order);
        }
        refused = order;
        throw error;
      }
    }
    const middle = Math.ceil(stale.length / 2);
    await refresh(stale.slice(0, middle));
    await refresh(stale.slice(middle));
  };

  return refresh;
};

/**
 * Keeps the store as the ERP has it. Polls, notifications, and a full pass, which the first synchronization is too, mark
 * orders as stale; stale orders are read. Each round is one small step, whose result is in the database: a killed process
 * loses none.
 */
export const createSynchronization = ({
  acumatica,
  stopping,
  now = Date.now,
  ...saving
}: Synchronization) => {
  const { database, log, audit, kinds } = saving;
  const fingerprint = acumatica.fingerprint + (kinds?.size ? JSON.stringify([...kinds]) : '');
  const holder = randomUUID();
  const store = erpStore(database);
  const refresh = createRefresh({ acumatica, ...saving }, holder);
  const nextPoll = { at: 0, walk: 'orders' as 'orders' | 'events' };
  let isChecked = false;
  let failures = 0;
  let pausedUntil = 0;
  let freshAt: Date | null = null;
  /** When the last poll for orders began, whose changes are not read yet. */
  let polledAt: Date | undefined;

  /** Notes a page of changes. @returns whether there is nothing newer */
  const step = async (walk: Walk, state: State, start: Date): Promise<boolean> => {
    const part = walk === 'events' ? 'events' : 'orders';
    const page = await acumatica.changesSince(part, start, state.positions[walk]);
    const changes = page.changes.filter(isKey);
    if (changes.length < page.changes.length) log.warn('the ERP names an order with an impossible key');
    await (part === 'orders' ? store.markOrders(changes) : store.markEvents(changes));
    await store.set({ positions: JSON.stringify({ ...state.positions, [walk]: page.position }) });
    return page.isLast;
  };

  const poll = async (state: State): Promise<void> => {
    const { walk } = nextPoll;
    const began = new Date(now());
    if (!(await step(walk, state, began))) return;
    if (walk === 'orders') polledAt = began;
    nextPoll.at = now() + POLL_MS;
    nextPoll.walk = walk === 'orders' ? 'events' : 'orders';
  };

  /** Walks through all orders of the ERP. Reads those that it did not name, and removes those that it does not find. */
  const pass = async (state: State): Promise<void> => {
    if (!state.pass_began_at) {
      await store.beginPass();
      return;
    }
    if (!(await step('pass', state, new Date(0)))) return;
    if (await store.markUnseen(state.pass_began_at)) return;
    const positions = JSON.stringify({ ...state.positions, pass: undefined });
    await store.set({ pass_began_at: null, passed_at: new Date(now()), positions });
    nextPoll.at = 0;
    nextPoll.walk = 'orders';
    log.info('every order of the ERP was compared');
  };

  const work = async (): Promise<boolean> => {
    const state = await store.read();
    if (!state) return false;
    if (!isChecked) {
      const [fault] = await acumatica.check();
      if (fault !== undefined) throw new ErpError(fault);
      isChecked = true;
    }
    if (state.fingerprint !== fingerprint) {
      await store.restart(fingerprint);
      return true;
    }
    if (now() >= nextPoll.at) {
      await poll(state);
      return true;
    }
    const stale = await store.stale(acumatica.batchSize);
    if (stale.length > 0) {
      await refresh(stale);
      return true;
    }
    if (polledAt && state.passed_at) await store.set({ fresh_at: polledAt });
    polledAt = undefined;
    const isPassDue = !state.passed_at || now() - state.passed_at.getTime() >= PASS_MS;
    if (isPassDue) await pass(state);
    return isPassDue;
  };

  const succeed = async (before: string | null) => {
    failures = 0;
    if (before === null) return;
    await store.set({ failure: null });
    audit?.({ event: 'erp', outcome: 'resumed' });
    log.warn('the ERP answers again');
  };

  /** Pauses, longer each time. Logs a failure that repeats only once after each start. */
  const fail = async (error: ErpError, before: string | null) => {
    failures += 1;
    const pause = 1000 * backOff(failures, LONGEST_PAUSE_SECONDS);
    pausedUntil = now() + Math.max(pause, error.retryAfterMs ?? 0);
    const { message: reason } = error;
    if (failures === 1 || before !== reason) log.error({ reason }, 'reading orders from the ERP failed');
    if (before === null) audit?.({ event: 'erp', outcome: 'failed', reason });
    if (before !== reason) await store.set({ failure: reason });
  };

  return {
    /** Does one step, if this replica has the lease. @returns whether there is more to do at once */
    round: async (): Promise<boolean> => {
      const state = await store.read();
      freshAt = state?.fresh_at ?? null;
      if (now() < pausedUntil || !(await store.lease(holder))) return false;
      const beat = setInterval(() => void store.lease(holder).catch(() => {}), HEARTBEAT_MS);
      const before = state?.failure ?? null;
      try {
        const isMore = await work();
        await succeed(before);
        return isMore;
      } catch (error) {
        if (stopping?.aborted) return false;
        if (!(error instanceof ErpError)) throw error;
        await fail(error, before);
        return false;
      } finally {
        clearInterval(beat);
      }
    },

    /** Whether this replica has the lease: only one works in the session. */
    isLeading: () => store.isHeldBy(holder),

    /** When the orders were last as in the ERP; null if nobody knows. */
    freshAt: () => freshAt,

    /** Ends the session in the ERP, and lets another replica go on at once. */
    stop: async () => {
      const state = await store.read();
      if (state?.holder !== holder) return;
      await acumatica.close().catch(() => {});
      await store.set({ held_until: null });
    },
  };
};
