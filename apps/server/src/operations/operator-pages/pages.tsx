/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import type { WorkContext } from '../commands/support';
import { operatorsWork } from '../commands/work';
import { words } from '../commands/records';
import type { UndeliveredAnswer, UndeliveredAnswers } from '../../orders/customer-calls';
import { orderSourceWork, undeliveredAnswers } from '../../parts';
import { Field, Form, FormBehind } from './form';
import { contextOf, withContact } from './operator-work';
import type { OperatorWork } from '../operations-server';
import { showReleases } from './releases-page';
import { Table } from './table';

/** A page of the operator. */
export interface OperatorPage {
  path: string;
  name: string;
  /** @param contact the customer that the operator has found */
  show: (contact?: string) => Promise<ReactNode>;
  /** A file that the page links to, below `files/`. */
  file?: UndeliveredAnswers['file'];
}

/** One record, with a row for each field. */
const Record = ({ caption, record }: { caption: string; record: object }) => {
  const rows = Object.entries(record).map(([field, value]: [string, unknown]) => ({
    field: words(field),
    value,
  }));
  return <Table caption={caption} rows={rows} />;
};

const showMessages = async (context: WorkContext) => {
  const { depth, dead } = await operatorsWork['outbox/list'](context, {});
  const total = depth.filter(({ status }) => status === 'dead').reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card">
      <Table caption="Messages in the outbox" rows={depth} />
      <Table
        caption="Dead letters"
        rows={dead}
        actions={({ id }) => (
          <>
            <Form does="outbox/retry" submit="Retry" on={id} given={{ id }} />
            <Form does="outbox/delete" submit="Delete" on={id} given={{ id }} />
          </>
        )}
      />
      {total > dead.length && <p>{`${total - dead.length} older dead letters are not listed.`}</p>}
      {total > 0 && <Form does="outbox/retry" submit="Retry all" />}
    </section>
  );
};

const Answer = ({ id, files, ...answer }: UndeliveredAnswer) => (
  <section className="card">
    <Record caption={`Answer ${id}`} record={answer} />
    {files.map((file) => (
      <p key={file.id}>
        <a href={`/answers/files/${file.id}`}>{file.name}</a>
      </p>
    ))}
    <div className="actions">
      <Form does="answers/retry" submit="Retry" on={id} given={{ id }} />
      <Form does="answers/delete" submit="Delete" on={id} given={{ id }} />
    </div>
  </section>
);

const showAnswers = async (context: WorkContext) => {
  const answers = await operatorsWork['answers/list'](context, {});
  if (answers.length === 0) return <p className="card">Every answer of a customer has arrived.</p>;
  return (
    <>
      <section className="card">
        <p>These answers of customers have not reached you. Retry them, or act by hand and delete them.</p>
        <Form does="answers/retry" submit="Retry all" />
      </section>
      {answers.map((answer) => (
        <Answer key={answer.id} {...answer} />
      ))}
    </>
  );
};

const answersPage = (work: OperatorWork): OperatorPage[] => {
  const answers = undeliveredAnswers(work.database);
  if (!answers) return [];
  return [
    { path: '/answers', name: 'Answers', show: () => showAnswers(contextOf(work)), file: answers.file },
  ];
};

const showImports = async (context: WorkContext) => {
  const imports = await operatorsWork['imports/list'](context, {});
  const rows = imports.map(({ at, source, report }) => ({ at, source, ...report }));
  return (
    <section className="card">
      <Table caption="The last 20 imports" rows={rows} />
    </section>
  );
};

const erpPage = (work: OperatorWork): OperatorPage[] => {
  const source = orderSourceWork();
  if (!source?.isConfigured(work.config)) return [];
  const show = async () => {
    const { notShown, ...status } = await source.status(work.database);
    return (
      <section className="card">
        <Record caption="Orders of the ERP" record={status} />
        <Table caption="Orders that customers do not see" rows={notShown} />
        <div className="actions">
          {status.held > 0 && (
            <Form does="erp/confirm" submit="Take held orders from customers" isDangerous />
          )}
          <Form does="erp/read-again" submit="Read all again" />
        </div>
      </section>
    );
  };
  return [{ path: '/erp', name: 'ERP', show }];
};

const showTokens = async (context: WorkContext) => (
  <section className="card">
    <Table
      caption="Tokens of teams"
      rows={await operatorsWork['tokens/list'](context, {})}
      actions={({ id, revokedAt }) =>
        revokedAt === null && <Form does="tokens/revoke" submit="Revoke" on={id} given={{ id }} />
      }
    />
  </section>
);

const Found = ({ contact, customer }: { contact: string; customer: object }) => {
  if ('refusal' in customer) return <p className="card">{String(customer.refusal)}</p>;
  const form = { given: { contact }, on: contact, group: 'customer' };
  return (
    <section className="card" aria-labelledby="found">
      <h2 id="found">{contact}</h2>
      <Record caption="Customer" record={customer} />
      <div className="actions">
        <Form {...form} does="customer/export" submit="Export" />
        <Form {...form} does="customer/sign-out" submit="Sign out everywhere" />
        <FormBehind {...form} does="customer/erase" submit="Erase" isDangerous>
          <p>{`Everything about ${contact} is deleted. Nothing brings it back.`}</p>
          <Field label="Type “erase” to confirm" name="confirmation" pattern="erase" required />
        </FormBehind>
      </div>
    </section>
  );
};

/** Finds one customer, and does what an operator may do for them. */
const showCustomers = async ({ config, ...context }: WorkContext, contact: string | undefined) => (
  <>
    <section className="card">
      <Form does="customer/show" submit="Find">
        <Field label="Email or phone" name="contact" defaultValue={contact} required />
      </Form>
    </section>
    {contact !== undefined && (
      <Found
        contact={contact}
        customer={await operatorsWork['customer/show'](
          { config, ...context },
          withContact({ contact }, config),
        )}
      />
    )}
  </>
);

const doctorPage = ({ config, choices, examine }: OperatorWork): OperatorPage[] => {
  if (!examine) return [];
  const show = async () => (
    <section className="card">
      <Table caption="What the portal needs" rows={await examine(config, { choices })} />
    </section>
  );
  return [{ path: '/doctor', name: 'Doctor', show }];
};

const databasePages = (work: OperatorWork): OperatorPage[] => [
  { path: '/messages', name: 'Messages', show: () => showMessages(contextOf(work)) },
  ...answersPage(work),
  {
    path: '/customers',
    name: 'Customers',
    show: (contact) => showCustomers(contextOf(work), contact),
  },
  ...erpPage(work),
  { path: '/imports', name: 'Imports', show: () => showImports(contextOf(work)) },
  { path: '/tokens', name: 'Tokens', show: () => showTokens(contextOf(work)) },
];

/** The operator's page for each subject. With API_UPSTREAM, there are only releases and the doctor. */
export const operatorPages = (work: OperatorWork): OperatorPage[] => [
  { path: '/', name: 'Releases', show: () => showReleases(work.context) },
  ...(work.config.apiUpstream ? [] : databasePages(work)),
  ...doctorPage(work),
];
