import { randomUUID } from 'node:crypto';
import { backOff } from '../messages/dispatcher';
import { ErpError, type Change, type Connector } from './connector';
import { erpStore, LeaseLostError, type Walk } from './erp-store';
import { createSaveOrders, type Saving } from './save-orders';

/** Orders and events take turns, so that an idle ERP gets a single request each time. */
const POLL_MS = 30_000;
/** Finds what notifications and polls cannot: lost notifications about deleted orders. */
const PASS_MS = 24 * 3_600_000;
/** A request may wait in the ERP for minutes: the lease is renewed meanwhile. */
const HEARTBEAT_MS = 20_000;
const LONGEST_PAUSE_SECONDS = 300;
/** The position of a pass that has seen all orders. */
const WALKED = '';

export interface Synchronization extends Saving {
  connector: Connector;
  stopping?: AbortSignal | undefined;
  /** In milliseconds. */
  now?: () => number;
}

type State = NonNullable<Awaited<ReturnType<ReturnType<typeof erpStore>['read']>>>;

/**
 * Keeps the store as the ERP has it: what notifications name, then changes by polling, then a full pass, which the first
 * synchronization is too. Each round is one small step, whose result is in the database: a killed process loses none.
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
  let pausedUntil = 0;
  let freshAt: Date | null = null;

  /** Reads orders and their events, and saves them. @param eventsModified of records whose events changed */
  const refresh = async (all: readonly string[], eventsModified: ReadonlyMap<string, Date> = new Map()) => {
    const unique = [...new Set(all)];
    for (let at = 0; at < unique.length; at += batchSize) {
      const keys = unique.slice(at, at + batchSize);
      const orders = await connector.orders(keys);
      const events = await connector.events(orders.map(({ record }) => record));
      const found = new Set(orders.map((order) => order.key));
      const gone = keys.filter((one) => !found.has(one));
      await saveOrders({ orders, gone, events, eventsModified });
    }
  };

  /** Refreshes what changed since it was last read. */
  const follow = async (changes: readonly Change[]) => {
    const orders = new Map(changes.flatMap((one) => ('key' in one ? [[one.key, one.modified]] : [])));
    const events = new Map<string, Date>();
    for (const one of changes)
      if ('record' in one && !(+(events.get(one.record) ?? 0) >= +one.modified))
        events.set(one.record, one.modified);
    const knownOrders = new Map(
      (await store.findOrders([...orders.keys()])).map((known) => [known.key, known.modified]),
    );
    const changed = [...orders].flatMap(([one, modified]) =>
      knownOrders.get(one)?.getTime() === modified.getTime() ? [] : [one],
    );
    const withEvents = (await store.findRecords([...events.keys()])).flatMap((known) =>
      +(known.eventsModified ?? 0) < +(events.get(known.record) ?? 0) ? [known.key] : [],
    );
    await refresh([...changed, ...withEvents], events);
    return [...orders.keys()];
  };

  const step = async (walk: Walk, state: State, start: Date) => {
    const part = walk === 'events' ? 'events' : 'orders';
    const page = await connector.changesSince(part, state.positions[walk] ?? start);
    const keys = await follow(page.changes);
    if (walk === 'pass') await store.markSeen(keys);
    await store.savePosition(walk, page.position);
    return page.isLast;
  };

  const poll = async (state: State): Promise<void> => {
    const { walk } = nextPoll;
    const began = new Date(now());
    if (!(await step(walk, state, began))) return;
    if (walk === 'orders' && state.passed_at) await store.set({ fresh_at: began });
    nextPoll.at = now() + POLL_MS;
    nextPoll.walk = walk === 'orders' ? 'events' : 'orders';
  };

  /** Walks through all orders of the ERP; then, those that it did not name are gone, unless a request finds them. */
  const pass = async (state: State): Promise<void> => {
    if (!state.pass_began_at) return void (await store.beginPass());
    if (state.positions['pass'] !== WALKED) {
      if (await step('pass', state, new Date(0))) await store.savePosition('pass', WALKED);
      return;
    }
    const unseen = await store.unseenSince(state.pass_began_at, batchSize);
    if (unseen.length > 0) return refresh(unseen);
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
    if (state.fingerprint !== fingerprint) {
      await store.restart(fingerprint);
      return true;
    }
    // Polls begin where the first pass began.
    if (!state.positions['events']) {
      await step('events', state, new Date(now()));
      await step('orders', state, new Date(now()));
      return true;
    }
    const signals = await store.signals();
    if (signals.length > 0) {
      const records = await store.findRecords(signals.flatMap(({ changes }) => changes.records));
      const named = signals.flatMap(({ changes }) => changes.keys);
      if (signals.some(({ changes }) => changes.keys.length + changes.records.length === 0)) nextPoll.at = 0;
      await refresh([...named, ...records.map((known) => known.key)]);
      await store.handleSignals(signals.map(({ id }) => id));
      return true;
    }
    if (now() >= nextPoll.at) {
      await poll(state);
      return true;
    }
    const isPassDue = !state.passed_at || now() - state.passed_at.getTime() >= PASS_MS;
    if (!isPassDue) return false;
    await pass(state);
    return true;
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
