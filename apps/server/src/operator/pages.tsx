/** @jsxRuntime automatic */
import { changeText } from '../commands/outbox';
import { operatorsWork } from '../commands/work';
import type { Database } from '../database/connect';
import { customersPage } from './customers-page';
import { Form } from './form';
import type { OperatorWork } from './operator-work';
import type { OperatorPage } from './page';
import { releasesPage } from './releases-page';
import { Table } from './table';

const messagesPage = (database: Database): OperatorPage => ({
  path: '/messages',
  name: 'Messages',
  show: async () => {
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
  },
  actions: {
    'outbox/retry': async ({ id }, { audit }) => {
      const { retried, left } = await operatorsWork['outbox/retry'](database, id ? { ids: [id] } : {}, audit);
      return { text: changeText('queued again', retried.length, left), isFailure: left.length > 0 };
    },
    'outbox/delete': async ({ id = '' }, { audit }) => {
      const { deleted, left } = await operatorsWork['outbox/delete'](database, { ids: [id] }, audit);
      return { text: changeText('deleted', deleted.length, left), isFailure: left.length > 0 };
    },
  },
});

const importsPage = (database: Database): OperatorPage => ({
  path: '/imports',
  name: 'Imports',
  show: async () => {
    const imports = await operatorsWork['imports/list'](database, {});
    const rows = imports.map(({ at, source, report }) => ({
      at,
      source,
      customers: report.customers,
      orders: report.orders,
      ordersSoFar: report.totals,
      ignoredFields: report.ignoredFields,
      notes: report.notes,
    }));
    return (
      <section className="card">
        <Table caption="The last 20 imports" rows={rows} />
      </section>
    );
  },
  actions: {},
});

const tokensPage = (database: Database): OperatorPage => ({
  path: '/tokens',
  name: 'Tokens',
  show: async () => (
    <section className="card">
      <Table
        caption="Tokens of teams"
        rows={await operatorsWork['tokens/list'](database, {})}
        actions={({ id, revokedAt }) =>
          revokedAt === null && (
            <Form action="/actions/tokens/revoke" submit="Revoke" on={id} given={{ id }} />
          )
        }
      />
    </section>
  ),
  actions: {
    'tokens/revoke': async ({ id }, { audit }) => {
      const result = await operatorsWork['tokens/revoke'](database, { id }, audit);
      if ('refusal' in result) return { text: result.refusal, isFailure: true };
      return { text: `Token ${result.revoked} is revoked.` };
    },
  },
});

const URGENCY = ['fix', 'note', 'ok'];

const doctorPage = (doctor: OperatorWork['doctor']): OperatorPage => ({
  path: '/doctor',
  name: 'Doctor',
  show: async () => {
    const { findings } = await doctor();
    const byUrgency = findings.toSorted(
      (one, other) => URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state),
    );
    return (
      <section className="card">
        <Table caption="What the portal needs" rows={byUrgency} />
      </section>
    );
  },
  actions: {},
});

/** The operator's page for each subject. With API_UPSTREAM, there are only releases and the doctor. */
export const operatorPages = (work: OperatorWork): OperatorPage[] => {
  const { config, database, doctor } = work;
  return [
    releasesPage(work),
    ...(database
      ? [messagesPage(database), customersPage(database, config), importsPage(database), tokensPage(database)]
      : []),
    doctorPage(doctor),
  ];
};
