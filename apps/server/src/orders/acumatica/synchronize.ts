import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/connect';
import { backOff } from '../../platform/jobs/worker';
import { createAcumatica, type Activity, type Acumatica, type Walk, type WalkedPage } from './acumatica';
import type { ClientOptions } from './client';
import { contactStore } from './contact-store';
import type { ErpContact } from './contacts';
import { Failure } from '../../platform/http/errors';
import { readFile } from '../files';
import { fileStore } from './file-store';
import { clock, erpStore, type KnownOrder } from './erp-store';
import type { Mapping } from './mapping';
import { createSaveOrders, UnloadableError, type Found, type Saving } from './save-orders';
import { ErpError, RefusedError } from './send';
import { sessionKeeper } from './session-keeper';
import { createOffsetMeter, type Zone } from './zone';

/** An idle ERP gets a single request each time: for orders, for events, and for what polls do not see. */
const POLL_MS = 20_000;
const TURNS = ['orders', 'events', 'visits', 'review', 'review visits', 'contacts'] as const;
/** Finds deleted orders, and those that left the filter, without a notification. */
const PASS_MS = 24 * 3_600_000;
/** A request may wait in the ERP for minutes: the lease is renewed meanwhile. */
const HEARTBEAT_MS = 20_000;
const LONGEST_PAUSE_SECONDS = 300;

export interface Synchronization extends Saving, Pick<ClientOptions, 'stopping' | 'now' | 'wait'> {
  mapping: Mapping;
}

type State = NonNullable<Awaited<ReturnType<ReturnType<typeof erpStore>['read']>>>;

const fetchOrders = async (
  acumatica: Acumatica,
  database: Database,
  stale: readonly KnownOrder[],
  zone: Zone,
): Promise<Found> => {
  const found = await acumatica.orders(
    stale.map((known) => known.key),
    zone,
  );
  const answers = await erpStore(database).answersAbout(found.map(({ fields }) => fields.ServiceOrderNbr));
  const read = await acumatica.events(found, answers, zone);
  const byKey = new Map(found.map((order) => [order.key, order]));
  const orders = stale.flatMap((known) => {
    const order = byKey.get(known.key);
    return order ? [{ order, known }] : [];
  });
  return { orders, gone: stale.filter((known) => !byKey.has(known.key)), ...read };
};

/** Reads stale orders and their events. Halves the batch to find an order that cannot be read or loaded. */
const createRefresh = (
  acumatica: Acumatica,
  { database, log }: Saving,
  saveOrders: ReturnType<typeof createSaveOrders>['saveOrders'],
) => {
  let refused: string | undefined;

  const refresh = async (stale: readonly KnownOrder[], zone: Zone): Promise<void> => {
    const [first, ...others] = stale;
    const isOne = first !== undefined && others.length === 0;
    try {
      const found = await fetchOrders(acumatica, database, stale, zone);
      return await saveOrders(found, true).catch((error: unknown) => {
        if (!(error instanceof UnloadableError) || !isOne) throw error;
        log.warn({ order: first.key, field: error.message }, 'an order of the ERP cannot be loaded');
        return saveOrders(found, false);
      });
    } catch (error) {
      if (!(error instanceof UnloadableError) && !(error instanceof RefusedError)) throw error;
      if (isOne) {
        const { key: order } = first;
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
    await refresh(stale.slice(0, middle), zone);
    await refresh(stale.slice(middle), zone);
  };

  return refresh;
};

/**
 * Keeps the store as the ERP has it. Polls, notifications, and a full pass, which the first synchronization is too, mark
 * orders as stale; stale orders are read. Each round is one small step, whose result is in the database: a killed process
 * loses none.
 */
export const createSynchronization = ({ mapping, ...options }: Synchronization) => {
  const { config, database, keys, settings, log, audit, stopping, now = Date.now } = options;
  const { statusKinds: kinds, baseUrl } = config;
  const { timeZone } = settings;
  const keeper = sessionKeeper(database, keys.erp);
  const acumatica = createAcumatica({ ...options, mapping, keeper, baseUrl });
  const fingerprint = acumatica.fingerprint + (kinds.size > 0 ? JSON.stringify([...kinds]) : '');
  const holder = randomUUID();
  const store = erpStore(database);
  const files = fileStore(database);
  const contacts = contactStore(database);
  const { saveOrders, saveContacts, takeOrders } = createSaveOrders(options, holder);
  const refresh = createRefresh(acumatica, options, saveOrders);
  const turns = TURNS.filter(
    (turn) =>
      (acumatica.readsVisits || !turn.includes('visits')) && (acumatica.readsContacts || turn !== 'contacts'),
  );
  const nextPoll = { at: 0, turn: 0 };
  let reviewed: Awaited<ReturnType<typeof store.nextToCompare>> = [];
  let isChecked = false;
  let failures = 0;
  let pausedUntil = 0;
  let roundAt = 0;
  let freshAt: Date | null = null;
  /** When the last poll for orders began, whose changes are not read yet. */
  let polledAt: Date | undefined;

  const offsetOf = createOffsetMeter();
  const measure = async (moments: readonly number[], { offset_minutes: noted }: State): Promise<void> => {
    const offset = offsetOf(moments, acumatica.now());
    if (offset === undefined || offset === noted) return;
    log.info({ minutes: offset }, 'so many minutes, the times of the ERP are ahead of UTC');
    const isRead = timeZone !== undefined || offset === (noted ?? 0);
    await (isRead ? store.set({ offset_minutes: offset }) : store.changeZone(offset));
  };

  /** Notes a page, and where the walk is. @returns whether there is nothing newer */
  const stepBy =
    <Item>(
      walk: Walk,
      read: (position?: object) => Promise<WalkedPage<Item>>,
      note: (page: WalkedPage<Item>, state: State) => Promise<unknown>,
    ) =>
    async (state: State): Promise<boolean> => {
      const page = await read(state.positions[walk]);
      await note(page, state);
      await store.set({ positions: JSON.stringify({ ...state.positions, [walk]: page.position }) });
      return page.isLast;
    };

  const noteActivities =
    (kind: Activity['kind']) =>
    ({ found, isWhole, since }: WalkedPage<Activity>) =>
      store.markActivities(found, { kind, ...(isWhole && { since: new Date(since) }) });

  const noteContacts = async ({ found }: WalkedPage<ErpContact>) => {
    if (found.length === 0) return;
    await saveContacts(found);
    await takeOrders();
  };

  const { walks } = acumatica;
  const steps: Record<Walk, (state: State) => Promise<boolean>> = {
    orders: stepBy('orders', walks.orders, async ({ found, isLast }, state) => {
      const changed = new Set(await store.markOrders(found));
      const moments = found.flatMap(({ id, modified }) => (changed.has(id) ? [modified.getTime()] : []));
      if (isLast) await measure(moments, state);
    }),
    pass: stepBy('pass', walks.pass, ({ found }) => store.markOrders(found, true)),
    events: stepBy('events', walks.events, noteActivities('event')),
    visits: stepBy('visits', walks.visits, noteActivities('visit')),
    contacts: stepBy('contacts', walks.contacts, noteContacts),
    'all contacts': stepBy('all contacts', walks['all contacts'], noteContacts),
  };

  /** What no list of changes tells: an activity that is gone, orders that are back. The orders take turns. */
  const review = async (kind: Activity['kind']): Promise<void> => {
    if (kind === 'event') {
      await store.markDoubtful(acumatica.batchSize);
      reviewed = await store.nextToCompare(acumatica.batchSize);
    }
    if (reviewed.length === 0) return;
    const orderNbrs = reviewed.map(({ order_nbr }) => order_nbr);
    await store.markActivities(await acumatica.activities(reviewed, kind), { kind, orderNbrs });
  };

  const poll = async (state: State): Promise<void> => {
    const turn = turns[nextPoll.turn] ?? 'orders';
    const began = new Date(now());
    if (turn === 'review') await review('event');
    else if (turn === 'review visits') await review('visit');
    else if (!(await steps[turn](state))) return;
    if (turn === 'orders') polledAt = began;
    nextPoll.at = now() + POLL_MS;
    nextPoll.turn = (nextPoll.turn + 1) % turns.length;
  };

  /** A pass begins with all contacts who may see orders: those that the ERP does not have lose them. */
  const passContacts = async (state: State, began: Date): Promise<void> => {
    if (!(await steps['all contacts'](state))) return;
    await contacts.markUnseen(began);
    await takeOrders();
    const positions = { ...state.positions, 'all contacts': undefined, pass: {} };
    await store.set({ positions: JSON.stringify(positions) });
  };

  /** Walks through all orders of the ERP. Reads those that it did not name, and removes those that it does not find. */
  const passOrders = async (state: State, began: Date): Promise<void> => {
    if (!(await steps.pass(state)) || (await store.markUnseen(began)) > 0) return;
    const positions = JSON.stringify({ ...state.positions, pass: undefined });
    await store.set({ pass_began_at: null, passed_at: new Date(now()), positions });
    nextPoll.at = 0;
    nextPoll.turn = 0;
    log.info('every order of the ERP was compared');
  };

  /** Reads a file that a customer waits for, if there is one. */
  const readFileOf = async (): Promise<boolean> => {
    const wanted = await files.next();
    if (!wanted) return false;
    try {
      const content = await acumatica.readFile(wanted.id);
      await files.keep(wanted, await readFile(content, wanted.name));
    } catch (error) {
      if (!(error instanceof RefusedError) && !(error instanceof Failure)) throw error;
      log.warn({ file: wanted.id, reason: error.message }, 'customers cannot get a file of the ERP');
      await files.keep(wanted, undefined);
    }
    return true;
  };

  const synchronizeOne = async (): Promise<boolean> => {
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
    const { pass_began_at: began, passed_at: passedAt } = state;
    if (began && !state.positions.pass) {
      await passContacts(state, began);
      return true;
    }
    const stale = await store.stale(acumatica.batchSize);
    if (stale.length > 0) {
      await refresh(stale, { timeZone, offsetMinutes: state.offset_minutes ?? 0 });
      await takeOrders();
      return true;
    }
    if (polledAt && passedAt) await store.set({ fresh_at: polledAt });
    polledAt = undefined;
    if (began) {
      await passOrders(state, began);
      return true;
    }
    const isPassDue = !passedAt || Math.abs(now() - passedAt.getTime()) >= PASS_MS;
    if (isPassDue) await store.set({ pass_began_at: clock });
    return isPassDue;
  };

  /** Neither keeps the other waiting: files and orders take turns. */
  const work = async (): Promise<boolean> => {
    const isMore = await synchronizeOne();
    return (await readFileOf()) || isMore;
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
    acumatica,

    /** Does one step, if this replica has the lease. @returns whether there is more to do at once */
    round: async (): Promise<boolean> => {
      const state = await store.read();
      freshAt = state?.fresh_at ?? null;
      // The clock was put back: by it, the next poll may be hours away.
      if (now() < roundAt) [nextPoll.at, pausedUntil] = [0, 0];
      roundAt = now();
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
