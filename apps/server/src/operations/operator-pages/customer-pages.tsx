/** @jsxRuntime automatic */
import { textOf } from '../commands/records';
import { hasFailed, type WorkContext } from '../commands/support';
import { operatorsWork } from '../commands/work';
import { Field, Form, FormBehind } from './form';
import { CHANNELS, ENDINGS, KINDS, SOURCES } from './names';
import type { Look, OperatorPage, Shown } from './page';
import { Facts, Table } from './table';
import { Verdict } from './verdict';

type ResultOf<Name extends keyof typeof operatorsWork> = Exclude<
  Awaited<ReturnType<(typeof operatorsWork)[Name]>>,
  { refusal: string }
>;

type View = ResultOf<'customer/show'>;

const Find = ({ text }: { text?: string }) => (
  <section className="card">
    <Form does="find" submit="Find">
      <Field label="Name, email, phone, or order number" name="text" defaultValue={text} required />
    </Form>
  </section>
);

const findCustomer = async (context: WorkContext, text: string): Promise<Shown | string> => {
  const found = await operatorsWork['customer/find'](context, { text });
  const [first, second] = found;
  if (first && !second) return `/customers/${first.id}`;
  const content = (
    <>
      <Find text={text} />
      <section className="card">
        <Table
          caption="Customers found"
          empty={`No customer has “${text}” in their name, or as address, number, or order.`}
          rows={found.map(({ id, name, email, phone, blockedAt }) => ({
            name: <a href={`/customers/${id}`}>{name ?? 'Without a name'}</a>,
            ...{ email, phone, blockedSince: blockedAt },
          }))}
        />
      </section>
    </>
  );
  return { content };
};

const GONE: Shown = {
  title: 'Customer',
  content: <Verdict state="note" text="This customer is no longer there." />,
};

const Actions = ({ id, view, who }: { id: string; view: View; who: string }) => {
  const form = { given: { id, who }, on: who, group: 'customer' };
  const [last] = view.lastCodes;
  const isBlocked = view.blockedAt !== null;
  const isLocked = !isBlocked && view.locks.length > 0;
  const isLost = !isBlocked && !isLocked && last !== undefined && hasFailed(last);
  return (
    <section className="card" aria-label="Actions">
      <div className="actions">
        <Form {...form} does="customer/unlock" submit="Unlock" isPrimary={isLocked} />
        <Form {...form} does="customer/resend" submit="Resend" isPrimary={isLost} />
        <a className="button" href={`/customers/${id}/orders`}>
          See the orders
        </a>
        <Form {...form} does="customer/export" submit="Export" />
        <FormBehind {...form} does="customer/sign-out" submit="Sign out everywhere" isDangerous>
          <p>{`All sessions, known browsers, and pending codes of ${who} end.`}</p>
        </FormBehind>
        {isBlocked ? (
          <Form {...form} does="customer/unblock" submit="Unblock" isPrimary />
        ) : (
          <FormBehind {...form} does="customer/block" submit="Block" isDangerous>
            <p>{`${who} is signed out, and gets no code, as if nobody had the contact. Messages about orders go on.`}</p>
          </FormBehind>
        )}
        <FormBehind {...form} does="customer/erase" submit="Erase" isDangerous>
          <p>{`Everything about ${who} is deleted. Nothing brings it back.`}</p>
          <Field label="Type “erase” to confirm" name="confirmation" pattern="erase" required />
        </FormBehind>
      </div>
    </section>
  );
};

const SignIn = ({ locks, lastCodes, wrongCodes }: View) => (
  <section className="card" aria-labelledby="sign-in">
    <h2 id="sign-in">Sign-in</h2>
    <Table
      caption="Last codes"
      empty="No code was asked for within a day."
      rows={lastCodes.map(({ at, channel, status, reason }) => ({
        ...{ at, by: CHANNELS[channel], reason },
        result: hasFailed({ status, reason }) ? 'failed' : ENDINGS[status],
      }))}
    />
    <p>{`Wrong codes within a day: ${wrongCodes}`}</p>
    {locks.length > 0 && (
      <Table
        caption="Locks"
        rows={locks.map(({ contact, browser, refuses, until }) => ({
          ...{ contact, browser: browser === 'new' ? 'new browsers' : 'known ones', refuses, until },
        }))}
      />
    )}
  </section>
);

const Traces = ({ lastMessages, openSessions, lastImports }: View) => (
  <section className="card" aria-label="Messages, sessions, imports">
    <Table
      caption="Last messages"
      rows={lastMessages.map(({ at, kind, channel, status, reason }) => ({
        ...{ at, message: KINDS[kind], by: CHANNELS[channel], result: ENDINGS[status], reason },
      }))}
    />
    <Table caption="Open sessions" rows={openSessions} />
    <Table
      caption="Imports that changed the customer, or their orders"
      rows={lastImports.map(({ at, source }) => ({ at, from: SOURCES[source] }))}
    />
  </section>
);

/** `{ email: true, sms: false }` → `['email']` */
const chosen = (choices: Record<string, boolean>): string[] =>
  Object.keys(choices).filter((choice) => choices[choice]);

const About = ({ view }: { view: View }) => {
  const { email, phone, since, preferences, events, contactHashes } = view;
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">About</h2>
      <Facts
        record={{
          ...{ email, phone, since },
          notifications: chosen(preferences),
          about: chosen(events),
          contactHashes,
        }}
      />
    </section>
  );
};

const showCustomer = async (context: WorkContext, { operator, id }: Look): Promise<Shown> => {
  const view = await operatorsWork['customer/show'](context, { id }, operator.audit);
  if ('refusal' in view) return GONE;
  const who = view.name ?? view.email ?? view.phone ?? '';
  const [first = 'Nothing keeps this customer from signing in.', ...others] = view.findings;
  const content = (
    <>
      <Verdict state={view.findings.length > 0 ? 'fix' : 'ok'} text={first}>
        {others.map((finding) => (
          <p key={finding}>{finding}</p>
        ))}
      </Verdict>
      <Actions {...{ id, view, who }} />
      <SignIn {...view} />
      <Traces {...view} />
      <About view={view} />
    </>
  );
  return { title: who, content };
};

type Order = ResultOf<'customer/orders'>['orders'][number];

const OpenedOrder = ({ events, order, description, ...facts }: Order) => (
  <section className="card" aria-labelledby="opened">
    <h2 id="opened">{`${order ?? '–'}: ${description ?? '–'}`}</h2>
    <Facts record={facts} />
    <h3>Event log</h3>
    <ol className="failures">
      {events.map(({ at, summary, status, by, text }, index) => (
        <li key={index}>
          <strong>{summary ?? '–'}</strong>
          <div className="faint">{[status, by, at && textOf(at)].filter(Boolean).join(' · ')}</div>
          {text.map((line, number) => (
            <p key={number}>{line}</p>
          ))}
        </li>
      ))}
    </ol>
  </section>
);

const showOrders = async (context: WorkContext, { operator, id, order }: Look): Promise<Shown> => {
  const given = order === undefined ? { id } : { id, orderNbr: order };
  const view = await operatorsWork['customer/orders'](context, given, operator.audit);
  if ('refusal' in view) return GONE;
  const { who, orders } = view;
  const [opened] = order === undefined ? [] : orders;
  const back = opened ? `/customers/${id}/orders` : `/customers/${id}`;
  const content = (
    <>
      <Verdict state="note" text={`You read what ${who} reads.`}>
        <p>Nothing can be changed here. The audit log has each look.</p>
        <a href={back}>{opened ? 'All orders' : `Back to ${who}`}</a>
      </Verdict>
      {opened ? (
        <OpenedOrder {...opened} />
      ) : (
        <section className="card">
          <Table
            caption="My Service Orders"
            empty="No service orders found"
            rows={orders.map(({ order: number, description, status, lastUpdated }) => ({
              order: <a href={`?order=${encodeURIComponent(number ?? '')}`}>{number}</a>,
              ...{ description, status, lastUpdated },
            }))}
          />
        </section>
      )}
    </>
  );
  return { title: opened ? `Order ${opened.order} of ${who}` : `Orders of ${who}`, content };
};

/** Finds a customer, shows why they cannot sign in, and lets support mend it. The only pages with contacts in full. */
export const customerPages = (context: WorkContext): OperatorPage[] => {
  const page = { name: 'Customers', under: '/customers' };
  return [
    {
      ...{ path: '/customers', name: 'Customers', needs: 'customer/find' },
      show: async () => ({ content: <Find /> }),
      find: (text) => findCustomer(context, text),
    },
    { ...page, path: '/customers/:id', needs: 'customer/show', show: (look) => showCustomer(context, look) },
    {
      ...{ ...page, path: '/customers/:id/orders', needs: 'customer/orders' },
      show: (look) => showOrders(context, look),
    },
  ];
};
