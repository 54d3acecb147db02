import { randomUUID } from 'node:crypto';
import { backOff } from '../messages/dispatcher';
import { ErpError, type Connector } from './connector';
import { erpStore, LeaseLostError, type KnownOrder, type Walk } from './erp-store';
import { createSaveOrders, type Saving } from './save-orders';

/** Orders and events take turns, so that an idle ERP gets a single request each time. */
const POLL_MS = 30_000;
/** Finds what notifications and polls cannot: lost notifications about deleted orders. */
const PASS_MS = 24 * 3_600_000;
/** A request may wait in the ERP for minutes: the lease is renewed meanwhile. */
const HEARTBEAT_MS = 20_000;
const LONGEST_PAUSE_SECONDS = 300;

export interface Synchronization extends Saving {
  connector: Connector;
  stopping?: AbortSignal | undefined;
  /** In milliseconds. */
  now?: () => number;
}

type State = NonNullable<Awaited<ReturnType<ReturnType<typeof erpStore>['read']>>>;

/**
 * Keeps the store as the ERP has it. Polls, notifications, and a full pass, which the first synchronization is too, mark
 * orders as stale; stale orders are read. Each round is one small step, whose result is in the database: a killed process
 * loses none.
 */
export const createSynchronization = ({
  connector,
  stopping,
  now = Date.now,
  ...saving
}: Synchronization) => {
  const { database, log, audit } = saving;
  const { name, batchSize, fingerprint } = connector;
  const holder = randomUUID();
  const store = erpStore(database, name);
  const saveOrders = createSaveOrders(saving, name, holder);
  const nextPoll = { at: 0, walk: 'orders' as 'orders' | 'events' };
  let isChecked = false;
  let failures = 0;
  let size = batchSize;
  let pausedUntil = 0;
  let freshAt: Date | null = null;
  /** When the last poll for orders began, whose changes are not read yet. */
  let polledAt: Date | undefined;

  /** Reads the stale orders and their events, some at once. @returns whether there were any */
  const refresh = async (): Promise<boolean> => {
    const stale = await store.stale(size);
    if (stale.length === 0) return false;
    await read(stale).catch(async (error: unknown) => {
      // An order that the ERP cannot read must not hold up the others: read each by itself, and that one later.
      if (size === 1) await store.postpone(stale.map((known) => known.key));
      size = 1;
      throw error;
    });
    size = batchSize;
    return true;
  };

  const read = async (stale: readonly KnownOrder[]): Promise<void> => {
    const found = await connector.orders(stale.map((known) => known.key));
    const events = await connector.events(found.map(({ record }) => record));
    const byKey = new Map(found.map((order) => [order.key, order]));
    const orders = stale.flatMap((known) => {
      const order = byKey.get(known.key);
      return order ? [{ order, known }] : [];
    });
    await saveOrders({ orders, gone: stale.filter((known) => !byKey.has(known.key)), events });
  };

  /** Notes a page of changes. @returns whether there is nothing newer */
  const step = async (walk: Walk, state: State, start: Date): Promise<boolean> => {
    const part = walk === 'events' ? 'events' : 'orders';
    const { changes, position, isLast } = await connector.changesSince(part, state.positions[walk] ?? start);
    await store.markOrders(changes.filter((one) => 'key' in one));
    await store.markEvents(changes.filter((one) => 'record' in one));
    await store.savePosition(walk, position);
    return isLast;
  };

  const poll = async (state: State): Promise<void> => {
    const { walk } = nextPoll;
    const began = new Date(now());
    if (!(await step(walk, state, began))) return;
    if (walk === 'orders') polledAt = began;
    nextPoll.at = now() + POLL_MS;
    nextPoll.walk = walk === 'orders' ? 'events' : 'orders';
  };

  /** Walks through all orders of the ERP. Those that it did not name are gone, unless a request finds them. */
  const pass = async (state: State): Promise<void> => {
    if (!state.pass_began_at) return void (await store.beginPass());
    if (!(await step('pass', state, new Date(0)))) return;
    if (await store.markUnseen(state.pass_began_at)) return;
    await store.endPass(new Date(now()));
    Object.assign(nextPoll, { at: 0, walk: 'orders' });
    log.info({ erp: name }, 'every order of the ERP was compared');
  };

  const work = async (): Promise<boolean> => {
    const state = await store.read();
    if (!state) return false;
    if (!isChecked) {
      const [fault] = await connector.check();
      if (fault !== undefined) throw new ErpError(fault);
      isChecked = true;
    }
    if (state.fingerprint !== fingerprint) await store.restart(fingerprint);
    if (now() >= nextPoll.at) {
      await poll(state);
      return true;
    }
    if (await refresh()) return true;
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
    log.warn({ erp: name }, 'the ERP answers again');
  };

  /** Pauses, longer each time. Whoever reads the log learns of a failure once, and of its end. */
  const fail = async (error: ErpError, before: string | null) => {
    failures += 1;
    const pause = 1000 * backOff(failures, Math.random(), LONGEST_PAUSE_SECONDS);
    pausedUntil = now() + Math.max(pause, error.retryAfterMs ?? 0);
    if (before === error.message) return;
    await store.set({ failure: error.message });
    if (before !== null) return;
    audit?.({ event: 'erp', outcome: 'failed', reason: error.message });
    log.error({ erp: name, reason: error.message }, 'orders do not come from the ERP');
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
        if (stopping?.aborted || error instanceof LeaseLostError) return false;
        if (!(error instanceof ErpError)) throw error;
        await fail(error, before);
        return false;
      } finally {
        clearInterval(beat);
      }
    },

    /** When the orders were last as in the ERP; null if nobody knows. */
    freshAt: () => freshAt,

    /** Ends the session in the ERP, and lets another replica go on at once. */
    stop: async () => {
      const state = await store.read();
      if (state?.holder !== holder) return;
      await connector.close().catch(() => {});
      await store.release(holder);
    },
  };
};
