import { normalizePhone } from '../../platform/contact/contact';
import { erasureStore } from '../../identity/customers/erasure-store';
import { customerStore } from '../../identity/customers/customer-store';
import type { Portal } from '../../platform/crypto/keys';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';
import { orderStore } from '../records/order-store';
import type { ErpOrder } from './acumatica';
import { addressesIn } from './contacts';
import { contactStore } from './contact-store';
import { erpStore, type KnownOrder } from './erp-store';

/** An order as it was read, with what was known of it. */
export interface ReadOrder {
  order: ErpOrder;
  known: KnownOrder;
}

/** The customer of an order; `identity` is an address, or a number without one. */
interface OrderCustomer {
  identity: string;
  phone?: string | undefined;
  name?: string | undefined;
}

/** A customer as an ERP writes it; several addresses may share a field. @returns undefined without any contact */
const customerOf = ({ contact }: ErpOrder, country: string): OrderCustomer | undefined => {
  const [email] = addressesIn(contact.email);
  const phone = normalizePhone(contact.phone ?? '', country);
  const identity = email ?? phone;
  return identity === undefined ? undefined : { identity, phone, name: contact.name };
};

/** Whether an identity is an email address; otherwise, it is a phone number. */
export const isAddress = (identity: string) => identity.includes('@');

const findStored = async (transaction: Database, customers: readonly (OrderCustomer | undefined)[]) => {
  const contacts = customers.flatMap((one) => (one ? [one.identity, ...(one.phone ? [one.phone] : [])] : []));
  const stored = await customerStore(transaction).findAll(contacts);
  const described = await erpStore(transaction).describe(stored.map(({ id }) => id));
  return stored.map((customer) => {
    const { accounts = [], phoneAt = null } =
      described.find(({ customerId }) => customerId === customer.id) ?? {};
    return { ...customer, accounts, phoneAt };
  });
};

type Stored = Awaited<ReturnType<typeof findStored>>[number];

const hiddenForOf = (
  isTaken: boolean,
  { isHidden }: ErpOrder,
  isSomebodys: boolean,
): Row<'erp_orders'>['hidden_for'] => {
  if (isTaken) return 'number';
  if (isHidden) return 'status';
  return isSomebodys ? null : 'contact';
};

/** Whether all orders of a customer that the ERP names are of this account. */
const isOf = (account: string | null, { accounts }: Stored) => accounts.every((one) => one === account);

/**
 * Finds the customers of orders, whatever was read before. A number without an address is that of the one customer with an
 * address in the same account who has it; with customers of other accounts alone, it says not whose the order is. An order
 * that does not say it is the first contact's who sees the orders of its account.
 */
export const matchOrders = async (
  transaction: Database,
  orders: readonly ReadOrder[],
  { config, keys }: Pick<Portal, 'config' | 'keys'>,
) => {
  const numbers = orders.map(({ order }) => order.fields.ServiceOrderNbr);
  const owners = await orderStore(transaction).findOwners(numbers);
  // The keys of an ERP may have a part that its numbers lack: the first order of a number keeps it.
  const holders = await erpStore(transaction).findShown(numbers);
  const country = config.sms.countries?.[0] ?? 'US';
  const givens = orders.map(({ order }) => customerOf(order, country));
  const stored = await findStored(transaction, givens);
  const strangers = givens.flatMap((given) =>
    given && !stored.some(({ email, phone }) => given.identity === (email ?? phone)) ? [given.identity] : [],
  );
  // An order of somebody who was erased names nobody.
  const erased = await erasureStore(transaction, keys.erasures).find(strangers);
  const read = orders.map((one, at) => {
    const given = givens[at];
    return { ...one, given: given && erased.has(given.identity) ? undefined : given };
  });

  const contacts = await contactStore(transaction).find(orders.flatMap(({ order }) => order.account ?? []));
  /** Who sees an order because of its account; its owner first, so that it stays. */
  const contactOf = (
    { account, location }: ErpOrder,
    owner: { email: string | null } | undefined,
  ): OrderCustomer | undefined => {
    const seeing = contacts.filter(
      (one) => one.account === account && (one.location === null || one.location === location),
    );
    const found = seeing.find(({ email }) => email === owner?.email) ?? seeing[0];
    return found && { identity: found.email, name: found.name ?? undefined };
  };

  const withAddress = (
    { identity, name }: OrderCustomer,
    account: string | null,
  ): OrderCustomer | undefined => {
    const having = stored.filter(({ phone }) => phone === identity);
    const addresses = new Set([
      ...having.flatMap((one) => (one.email && one.accounts.includes(account) ? [one.email] : [])),
      ...read.flatMap(({ order, given }) =>
        given?.phone === identity && isAddress(given.identity) && order.account === account
          ? [given.identity]
          : [],
      ),
    ]);
    const [address, ...others] = addresses;
    if (address !== undefined && others.length === 0) return { identity: address, name };
    const isForeign = having.some(({ email, accounts }) => email && accounts.length > 0);
    const isOwn = having.some(({ email }) => email === null);
    return address === undefined && (isOwn || !isForeign) ? { identity, phone: identity, name } : undefined;
  };

  /** The customer who had only this number before the ERP knew the address. */
  const formerlyOf = (
    { identity, phone }: OrderCustomer,
    { account, fields }: ErpOrder,
  ): string | undefined => {
    if (phone === undefined || !isAddress(identity)) return undefined;
    if (stored.some(({ email }) => email === identity)) return undefined;
    const former = stored.find((one) => one.phone === phone && one.email === null);
    const isOwner = owners.some(
      ({ orderNbr, customerId }) => orderNbr === fields.ServiceOrderNbr && customerId === former?.id,
    );
    return former && isOf(account, former) && (former.accounts.length > 0 || isOwner) ? phone : undefined;
  };

  const formerly = new Map(
    read.flatMap(({ given, order }) => {
      const phone = given && formerlyOf(given, order);
      return given && phone !== undefined ? [[given.identity, phone] as const] : [];
    }),
  );

  return read.map(({ order, known, given }) => {
    const orderNbr = order.fields.ServiceOrderNbr;
    const owner = owners.find((one) => one.orderNbr === orderNbr);
    // With another type, the same record has another key.
    const isTaken = holders.some(
      (other) => other.order_nbr === orderNbr && other.key !== order.key && other.record !== order.record,
    );
    const named = given && !isAddress(given.identity) ? withAddress(given, order.account) : given;
    /** What is neither address nor number says nothing else than before, unless the account does. */
    const isUnreadable = order.contact.email !== undefined || order.contact.phone !== undefined;
    const isOwners = owner && given === undefined && isUnreadable && order.account === known.account;
    const said = named ?? (isOwners || order.isHidden ? undefined : contactOf(order, owner));
    const identity = said?.identity ?? owner?.email ?? owner?.phone ?? undefined;
    const contact = said ? keys.erp.sign(JSON.stringify(given ?? said)) : known.contact;
    return {
      order,
      known,
      orderNbr,
      owner: isTaken ? undefined : owner,
      /** Until the order is taken from its customer, this one has what is new about it. */
      customer: isTaken || identity === undefined ? undefined : { ...said, identity },
      contact,
      hiddenFor: hiddenForOf(isTaken, order, said !== undefined || isOwners === true),
      isNews: said !== undefined,
      customerBefore: stored.find(({ email, phone }) => identity === (email ?? phone)),
      /** The number that the customer had before this address. */
      formerly: formerly.get(identity ?? ''),
      /** Whether the order stays with the customer who has it. */
      isStaying:
        owner !== undefined &&
        ([owner.email, owner.phone].includes(identity ?? null) ||
          (owner.email === null && owner.phone === formerly.get(identity ?? ''))),
    };
  });
};

export type Matched = Awaited<ReturnType<typeof matchOrders>>[number];
