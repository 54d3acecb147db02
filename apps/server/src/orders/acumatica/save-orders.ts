import type { FastifyBaseLogger } from 'fastify';
import type { Audit, AuditEvent } from '../../platform/audit/audit';
import { erasureStore } from '../../identity/customers/erasure-store';
import { lockImports } from '../../identity/customers/customer-store';
import type { Portal } from '../../platform/crypto/keys';
import { transact, type Database } from '../../platform/database/connect';
import { rowsOf } from '../import/json-rows';
import { load, removeOrders, type LoadOptions } from '../import/load';
import type { Acumatica } from './acumatica';
import type { ErpContact } from './contacts';
import { contactStore } from './contact-store';
import { clock, erpStore, FEWEST_REMOVED, type KnownOrder, type Leaving } from './erp-store';
import { fileStore } from './file-store';
import { isAddress, matchOrders, type Matched, type ReadOrder } from './match-orders';
import type { Settings } from './send';

/** What was read of some orders at once. */
export interface Found extends Awaited<ReturnType<Acumatica['events']>> {
  orders: readonly ReadOrder[];
  /** Orders that the ERP no longer has. */
  gone: readonly KnownOrder[];
}

/** Where orders are saved, and who learns of it. */
export interface Saving extends Portal {
  settings: Settings;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  audit?: Audit | undefined;
}

/** The portal cannot load orders, and wrote none. The message is the first field with a problem. */
export class UnloadableError extends Error {
  override readonly name = 'UnloadableError';
}

type Loadable = Matched & { customer: NonNullable<Matched['customer']>; given: object };

const isNew = ({ isNews, known, contact, customerBefore }: Matched) =>
  isNews && (known.contact !== contact || customerBefore === undefined);

const rowOf = (identity: string, own: readonly Loadable[]) => {
  // Only what an order did not say before: another one may be newer, also one that was read long ago.
  const news = own.filter(isNew).sort((one, other) => +other.order.modified - +one.order.modified);
  const phone = news.find(
    ({ customer, customerBefore, order: { modified } }) =>
      customer.phone && modified >= (customerBefore?.phoneAt ?? modified),
  )?.customer.phone;
  return {
    email: isAddress(identity) ? identity : undefined,
    phone: isAddress(identity) ? phone : identity,
    name: news.find(({ customer }) => customer.name)?.customer.name,
    formerly: own.find(({ formerly }) => formerly)?.formerly,
    orders: own.map(({ given }) => given),
  };
};

/** @throws UnloadableError */
const loadOrders = async (
  transaction: Database,
  given: readonly Loadable[],
  options: LoadOptions,
): Promise<AuditEvent[]> => {
  if (given.length === 0) return [];
  const identities = [...new Set(given.map(({ customer }) => customer.identity))];
  const customers = identities.map((identity) =>
    rowOf(
      identity,
      given.filter(({ customer }) => customer.identity === identity),
    ),
  );
  const { problems, events: recorded } = await load(transaction, rowsOf(customers), options);
  const [problem] = problems.first;
  if (problem) throw new UnloadableError(problem.field);
  const phones = customers.flatMap(({ email, phone }) => (email && phone) || []);
  await erpStore(transaction).markOfPhones(phones);
  return recorded;
};

const welcomeContacts = async (
  transaction: Database,
  accounts: readonly string[],
  options: LoadOptions,
): Promise<AuditEvent[]> => {
  const newcomers = await contactStore(transaction).findNewcomers(accounts);
  if (newcomers.length === 0) return [];
  return (await load(transaction, rowsOf(newcomers), options)).events;
};

/** What is known of an order from now on. */
const knownAfter = (matched: Matched, isLoaded: boolean, isLoadable: boolean): KnownOrder => {
  const { order, known, orderNbr, contact, customer, hiddenFor } = matched;
  const phoneAt = customer?.phone === undefined ? null : order.modified;
  return {
    ...known,
    record: order.record,
    order_nbr: orderNbr,
    contact,
    account: order.account,
    location: order.location,
    shown: isLoaded,
    hidden_for: hiddenFor ?? (isLoadable ? null : 'rules'),
    phone_at: isNew(matched) ? phoneAt : known.phone_at,
    modified: order.modified,
  };
};

const asRemoved = (order_nbr: string) => ({ order_nbr, last_modified: null });

/** Takes the orders that wait for it from their customers, and from messages that wait. */
const takeWaiting = async (transaction: Database): Promise<AuditEvent[]> => {
  const store = erpStore(transaction);
  const numbers = await store.leaving();
  const removed = await removeOrders(transaction, numbers.map(asRemoved));
  await store.noteTaken(numbers);
  return removed;
};

/** Takes all orders that wait for it: the operator has looked. @returns how many */
export const confirmRemovals = async (database: Database, audit?: Audit): Promise<number> => {
  const removed = await transact(database, async (transaction) => {
    await lockImports(transaction);
    const store = erpStore(transaction);
    const taken = await takeWaiting(transaction);
    await contactStore(transaction).take();
    // What was taken until now counts no more.
    await store.set({ confirmed_at: clock });
    return taken;
  });
  for (const event of removed) audit?.(event);
  return removed.length;
};

/**
 * Writes orders as the ERP has them, through the rules of an import, in transactions of the lease's holder. An order that
 * is another customer's by now leaves the former one before. One that the ERP no longer has, or that is nobody's, waits to
 * be taken: the ERP may be wrong about many.
 */
export const createSaveOrders = (
  { database, config, keys, settings, log, audit }: Saving,
  holder: string,
) => {
  const { erasures } = keys;
  const options: LoadOptions = { source: 'erp', kinds: config.statusKinds, erasures };
  let isHeld = false;
  const isTooMany = ({ shown, leaving, taken }: Leaving) =>
    leaving + taken > Math.max(FEWEST_REMOVED, Math.ceil((shown * settings.mostRemovedPercent) / 100));

  const writeContacts = async (transaction: Database, contacts: readonly ErpContact[]) => {
    const store = erpStore(transaction);
    if (!(await store.lease(holder))) return [];
    await lockImports(transaction);
    const emails = contacts.flatMap(({ sees }) => sees?.email ?? []);
    const erased = await erasureStore(transaction, erasures).find(emails);
    await contactStore(transaction).save(
      contacts.map((one) => (one.sees && erased.has(one.sees.email) ? { ...one, sees: null } : one)),
    );
    return welcomeContacts(
      transaction,
      contacts.flatMap(({ sees }) => sees?.account ?? []),
      options,
    );
  };

  const write = async (transaction: Database, found: Found, isLoadable: boolean) => {
    const { orders, gone, events, files, activities } = found;
    const store = erpStore(transaction);
    // Another replica goes on with these orders.
    if (!(await store.lease(holder))) return [];
    await lockImports(transaction);
    const matched = await matchOrders(transaction, orders, { config, keys });
    for (const { order, hiddenFor } of matched)
      if (hiddenFor === 'number') log.warn({ order: order.key }, 'another order of the ERP has this number');
    const loadable = matched.flatMap((one): Loadable[] => {
      const { order, customer, hiddenFor, isStaying } = one;
      if (!isLoadable || !customer || (hiddenFor !== null && !isStaying)) return [];
      return [{ ...one, customer, given: { ...order.fields, events: events.get(order.record) ?? [] } }];
    });
    const loaded = new Set(loadable.map(({ order }) => order.key));
    const moved = matched.filter(
      ({ owner, isStaying, order }) => owner && !(isStaying && loaded.has(order.key)),
    );
    const removed = await removeOrders(
      transaction,
      moved.map(({ orderNbr }) => asRemoved(orderNbr)),
    );
    const recorded = await loadOrders(transaction, loadable, options);
    const loadedNbrs = loadable.map(({ orderNbr }) => orderNbr);
    await fileStore(transaction).save(
      loadable.flatMap(({ orderNbr, order }) =>
        [...order.files, ...(files.get(order.record) ?? [])].map((file) => ({
          ...file,
          order_nbr: orderNbr,
        })),
      ),
      loadedNbrs,
    );
    await store.forgetOrders(gone.map(({ key }) => key));
    const known = matched.map((one) => knownAfter(one, loaded.has(one.order.key), isLoadable));
    await store.forgetFormerKeys(known);
    await store.saveOrders([...known, ...gone.map((known) => ({ ...known, hidden_for: 'gone' as const }))]);
    const accounts = matched.flatMap(({ order }) => order.account ?? []);
    recorded.push(...(await welcomeContacts(transaction, accounts, options)));
    await store.markActivities(activities, { orderNbrs: loadedNbrs }, true);
    for (const { id: activity, isCut } of activities)
      if (isCut)
        log.warn({ activity }, 'a note of the ERP is too long: customers see its event without the text');
    // One that is back speaks for the others.
    if (matched.some(({ known, hiddenFor }) => known.shown && known.hidden_for && !hiddenFor))
      await store.markDoubtful();
    return [...removed, ...recorded];
  };

  const take = async (transaction: Database): Promise<AuditEvent[]> => {
    const store = erpStore(transaction);
    if (!(await store.isAnyLeaving()) || !(await store.lease(holder))) return [];
    await lockImports(transaction);
    const { orders, contacts } = await store.countLeaving();
    const isHeldNow = isTooMany(orders) || isTooMany(contacts);
    const { leaving, shown, stale } = orders;
    if (isHeldNow && !isHeld)
      log.error(
        { leaving, shown, contacts: contacts.leaving },
        'the ERP would take many orders from customers: see portal doctor',
      );
    isHeld = isHeldNow;
    if (!isTooMany(contacts)) await contactStore(transaction).take();
    // Of those to be read, all may follow.
    return isTooMany({ ...orders, leaving: leaving + stale }) ? [] : takeWaiting(transaction);
  };

  const transactAndRecord = async (work: (transaction: Database) => Promise<AuditEvent[]>): Promise<void> => {
    for (const event of await transact(database, work)) audit?.(event);
  };

  return {
    /** @param isLoadable whether orders that somebody may see are loaded, or break the rules. @throws UnloadableError */
    saveOrders: (found: Found, isLoadable: boolean): Promise<void> =>
      transactAndRecord((transaction) => write(transaction, found, isLoadable)),

    saveContacts: (contacts: readonly ErpContact[]): Promise<void> =>
      transactAndRecord((transaction) => writeContacts(transaction, contacts)),

    /** Takes the orders, and contacts, that wait for it, unless they are suspiciously many. */
    takeOrders: (): Promise<void> => transactAndRecord(take),
  };
};
