/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { operatorsWork } from '../commands/work';
import type { Database } from '../../platform/database/connect';
import { showCustomers } from './customers-page';
import { Form } from './form';
import type { OperatorWork } from './operator-work';
import { showReleases } from './releases-page';
import { Table } from './table';

/** A page of the operator. */
export interface OperatorPage {
  path: string;
  name: string;
  /** The prefix of what its forms do. */
  work: string;
  /** @param contact the customer that the operator has found */
  show: (contact?: string) => Promise<ReactNode>;
}

const showMessages = async (database: Database) => {
  const { depth, dead } = await operatorsWork['outbox/list'](database, {});
  const total = depth.filter(({ status }) => status === 'dead').reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card">
      <Table caption="Messages in the outbox" rows={depth} />
      <Table
        caption="Dead letters"
        rows={dead}
        actions={({ id }) => (
          <>
            <Form action="/actions/outbox/retry" submit="Retry" on={id} given={{ id }} />
            <Form action="/actions/outbox/delete" submit="Delete" on={id} given={{ id }} />
          </>
        )}
      />
      {total > dead.length && <p>{`${total - dead.length} older dead letters are not listed.`}</p>}
      {total > 0 && <Form action="/actions/outbox/retry" submit="Retry all" />}
    </section>
  );
};

const showImports = async (database: Database) => {
  const imports = await operatorsWork['imports/list'](database, {});
  const rows = imports.map(({ at, source, report }) => ({ at, source, ...report }));
  return (
    <section className="card">
      <Table caption="The last 20 imports" rows={rows} />
    </section>
  );
};

const showTokens = async (database: Database) => (
  <section className="card">
    <Table
      caption="Tokens of teams"
      rows={await operatorsWork['tokens/list'](database, {})}
      actions={({ id, revokedAt }) =>
        revokedAt === null && <Form action="/actions/tokens/revoke" submit="Revoke" on={id} given={{ id }} />
      }
    />
  </section>
);

const showDoctor = async (doctor: OperatorWork['doctor']) => (
  <section className="card">
    <Table caption="What the portal needs" rows={(await doctor()).findings} />
  </section>
);

const databasePages = (database: Database, config: OperatorWork['config']): OperatorPage[] => [
  { path: '/messages', name: 'Messages', work: 'outbox/', show: () => showMessages(database) },
  {
    path: '/customers',
    name: 'Customers',
    work: 'customer/',
    show: (contact) => showCustomers(database, config, contact),
  },
  { path: '/imports', name: 'Imports', work: 'imports/', show: () => showImports(database) },
  { path: '/tokens', name: 'Tokens', work: 'tokens/', show: () => showTokens(database) },
];

/** The operator's page for each subject. With API_UPSTREAM, there are only releases and the doctor. */
export const operatorPages = ({ config, database, context, doctor }: OperatorWork): OperatorPage[] => [
  { path: '/', name: 'Releases', work: 'releases/', show: () => showReleases(context) },
  ...(database ? databasePages(database, config) : []),
  { path: '/doctor', name: 'Doctor', work: 'doctor/', show: () => showDoctor(doctor) },
];
