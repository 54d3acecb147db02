/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { operatorsWork } from '../commands/work';
import type { WorkContext } from '../commands/support';
import { counted, textOf } from '../commands/records';
import type { UndeliveredAnswer } from '../../orders/customer-calls';
import type { OrderSourceStatus } from '../../orders/order-source';
import { orderSourceWork, undeliveredAnswers } from '../../parts';
import { customerPages } from './customer-pages';
import { Form, FormBehind } from './form';
import { CHANNELS, ENDINGS, KINDS, SOURCES } from './names';
import { contextOf } from './operator-work';
import type { OperatorPage } from './page';
import type { OperatorWork } from '../operations-server';
import { showReleases } from './releases-page';
import { Facts, Table } from './table';
import { Badge, Verdict } from './verdict';

type DeadLetter = Awaited<ReturnType<(typeof operatorsWork)['outbox/list']>>['dead'][number];

const deadRow = ({ id, channel, kind, reason, since, address, contactHash }: DeadLetter) => {
  const message = `${KINDS[kind]} by ${CHANNELS[channel]}`;
  const given = { id, who: address ?? 'nobody' };
  const on = `the ${message} to ${given.who} of ${textOf(since)}`;
  return {
    ...{ since, message, reason },
    to: (
      <>
        {address}
        <div className="faint">{contactHash}</div>
      </>
    ),
    actions: (
      <div className="actions">
        {kind !== 'code' && <Form does="outbox/retry" submit="Retry" on={on} given={given} />}
        <FormBehind {...{ does: 'outbox/delete', submit: 'Delete', on, group: 'delete', given }} isDangerous>
          <p>Nobody can send it any more.</p>
        </FormBehind>
      </div>
    ),
  };
};

const showMessages = async (context: WorkContext) => {
  const { depth, dead } = await operatorsWork['outbox/list'](context, {});
  const total = depth.filter(({ status }) => status === 'dead').reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {total === 0 ? (
        <Verdict state="ok" text="No message has failed." />
      ) : (
        <Verdict state="fix" text={`${counted(total, 'message')} failed for good.`}>
          <p>Mend the reason, then retry. Codes are not sent late: open the customer and resend.</p>
          {dead.some(({ kind }) => kind !== 'code') && <Form does="outbox/retry" submit="Retry all" />}
        </Verdict>
      )}
      {dead.length > 0 && (
        <section className="card">
          <Table
            caption={dead.length < total ? `The newest ${dead.length} that failed` : 'Messages that failed'}
            rows={dead.map(deadRow)}
          />
        </section>
      )}
      <section className="card">
        <Table
          caption="All messages"
          empty="The outbox is empty."
          rows={depth.map(({ channel, status, count, oldest }) => ({
            ...{ by: CHANNELS[channel], state: ENDINGS[status], count, oldest },
          }))}
        />
      </section>
    </>
  );
};

const known = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

const Answer = ({ id, files, order, customer, waitsFor, ...answer }: UndeliveredAnswer) => {
  const [given, on] = [{ id, who: customer }, `the answer on ${order} of ${customer}`];
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{`Order ${order} of ${customer}`}</h2>
      <p className="bad">{waitsFor}</p>
      <Facts record={known(answer)} />
      {files.map((file) => (
        <p key={file.id}>
          <a href={`/answers/files/${file.id}`}>{file.name}</a>
        </p>
      ))}
      <div className="actions">
        <Form does="answers/retry" submit="Retry" on={on} given={given} />
        <FormBehind {...{ does: 'answers/delete', submit: 'Delete', on, group: 'delete', given }} isDangerous>
          <p>It is not sent to you any more. Act on it first.</p>
        </FormBehind>
      </div>
    </section>
  );
};

const showAnswers = async (context: WorkContext) => {
  const answers = await operatorsWork['answers/list'](context, {});
  if (answers.length === 0) return <Verdict state="ok" text="Every answer of a customer has arrived." />;
  return (
    <>
      <Verdict state="fix" text={`${counted(answers.length, 'answer')} of customers did not reach you.`}>
        <p>Retry them, or act by hand and delete them.</p>
        <Form does="answers/retry" submit="Retry all" />
      </Verdict>
      {answers.map((answer) => (
        <Answer key={answer.id} {...answer} />
      ))}
    </>
  );
};

const answersPage = (work: OperatorWork): OperatorPage[] => {
  const answers = undeliveredAnswers(work.database);
  if (!answers) return [];
  const show = async () => ({ content: await showAnswers(contextOf(work)) });
  return [{ path: '/answers', name: 'Answers', needs: 'answers/list', show, file: answers.file }];
};

/** `{ new: 3, updated: 0 }` → `3 new` */
const changesText = (counts: Record<string, number> = {}): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${count} ${change}`)
    .join(', ') || 'none';

const showImports = async (context: WorkContext) => {
  const imports = await operatorsWork['imports/list'](context, {});
  const [last] = imports;
  if (!last)
    return (
      <Verdict state="note" text="Nothing has been imported.">
        <p>
          {'Load customers and orders from a file: '}
          <code>portal import --help</code>
        </p>
      </Verdict>
    );
  return (
    <>
      <Verdict state="ok" text={`The last import was at ${textOf(last.at)}, from ${SOURCES[last.source]}.`} />
      <section className="card">
        <Table
          caption="The last 20 imports"
          rows={imports.map(({ at, source, report: { customers, orders, ignoredFields, notes = [] } }) => ({
            ...{ at, from: SOURCES[source], customers: changesText(customers), orders: changesText(orders) },
            ignoredFields,
            notes:
              notes.length > 0 ? (
                <ul className="notes">
                  {notes.map(({ row, reason }, index) => (
                    <li key={index}>{`Row ${row}: ${reason}`}</li>
                  ))}
                </ul>
              ) : null,
          }))}
        />
      </section>
    </>
  );
};

const ErpVerdict = ({ held, lastFailure, ordersAsOf }: OrderSourceStatus) => {
  if (held > 0)
    return (
      <Verdict
        state="fix"
        text={`The ERP no longer shows ${counted(held, 'order')}, and customers still see them.`}
      >
        <p>Read all again if the ERP is wrong.</p>
        {lastFailure !== null && <p>{`The last reading failed: ${lastFailure}`}</p>}
        <FormBehind does="erp/confirm" submit="Take them from customers" group="erp" isDangerous>
          <p>Customers no longer see these orders, nor messages about them.</p>
        </FormBehind>
      </Verdict>
    );
  if (lastFailure !== null) return <Verdict state="fix" text={lastFailure} />;
  if (ordersAsOf === null) return <Verdict state="note" text="The orders have not been read yet." />;
  return <Verdict state="ok" text={`The orders are those of ${textOf(ordersAsOf)}.`} />;
};

const erpPage = (work: OperatorWork): OperatorPage[] => {
  const source = orderSourceWork();
  if (!source?.isConfigured(work.config)) return [];
  const show = async () => {
    const status = await source.status(work.database);
    const { notShown, lastFailure: _, ...facts } = status;
    const content = (
      <>
        <ErpVerdict {...status} />
        <section className="card" aria-label="Orders of the ERP">
          <Facts record={known(facts)} />
          <Form does="erp/read-again" submit="Read all again" />
        </section>
        <section className="card">
          <Table
            caption="Orders that customers do not see"
            empty={status.ordersSeen > 0 ? 'Customers see every order.' : 'The ERP has shown no order yet.'}
            rows={notShown}
          />
        </section>
      </>
    );
    return { content };
  };
  return [{ path: '/erp', name: 'ERP', needs: 'erp/status', show }];
};

const showTokens = async (context: WorkContext) => {
  const tokens = await operatorsWork['tokens/list'](context, {});
  const works = (token: (typeof tokens)[number]) => token.revokedAt === null && token.expiresAt > new Date();
  const valid = tokens.filter(works).length;
  return (
    <>
      <Verdict
        state={valid === 0 ? 'note' : 'ok'}
        text={valid === 1 ? '1 token works.' : `${valid === 0 ? 'No' : valid} tokens work.`}
      >
        <p>
          {'Create one, for a team or an operator: '}
          <code>portal token create --help</code>
        </p>
      </Verdict>
      {tokens.length > 0 && (
        <section className="card">
          <Table
            caption="Tokens of teams and operators"
            rows={tokens.map((token) => ({
              whose: token.team,
              may:
                token.role === null
                  ? `${textOf(token.verbs)}: ${textOf(token.names)}`
                  : `Operator: ${token.role}`,
              ...{
                until: token.revokedAt ?? token.expiresAt,
                lastUsed: token.lastUsedAt,
                createdBy: token.createdBy,
              },
              state: works(token) ? <Badge state="ok">works</Badge> : <Badge state="note">ended</Badge>,
              actions: works(token) ? (
                <FormBehind
                  {...{ does: 'tokens/revoke', submit: 'Revoke', on: token.team, group: 'revoke' }}
                  given={{ id: token.id, team: token.team }}
                  isDangerous
                >
                  <p>{`${token.team} can do nothing with it from then on. It cannot be restored.`}</p>
                </FormBehind>
              ) : null,
            }))}
          />
        </section>
      )}
    </>
  );
};

/** What must be fixed comes first. */
const BY_WEIGHT = ['fix', 'note', 'ok'] as const;

const doctorPage = ({ config, choices, examine }: OperatorWork): OperatorPage[] => {
  if (!examine) return [];
  const show = async () => {
    const findings = await examine(config, { choices });
    const faults = findings.filter(({ state }) => state === 'fix').length;
    const sorted = BY_WEIGHT.flatMap((wanted) => findings.filter(({ state }) => state === wanted));
    const content = (
      <>
        {faults === 0 ? (
          <Verdict state="ok" text="No problems found." />
        ) : (
          <Verdict state="fix" text={`${counted(faults, 'problem')} to fix.`} />
        )}
        <section className="card">
          <Table
            caption="What the portal needs"
            rows={sorted.map(({ check, state, text }) => ({
              ...{ state: <Badge state={state} />, check, text },
            }))}
          />
        </section>
      </>
    );
    return { content };
  };
  return [{ path: '/doctor', name: 'Doctor', needs: 'doctor', show }];
};

const databasePages = (work: OperatorWork): OperatorPage[] => {
  const context = contextOf(work);
  const page = (show: (given: WorkContext) => Promise<ReactNode>) => async () => ({
    content: await show(context),
  });
  return [
    { path: '/messages', name: 'Messages', needs: 'outbox/list', show: page(showMessages) },
    ...answersPage(work),
    ...customerPages(context),
    ...erpPage(work),
    { path: '/imports', name: 'Imports', needs: 'imports/list', show: page(showImports) },
    { path: '/tokens', name: 'Tokens', needs: 'tokens/list', show: page(showTokens) },
  ];
};

/** The operator's page for each subject. With API_UPSTREAM, there are only releases and the doctor. */
export const operatorPages = (work: OperatorWork): OperatorPage[] => [
  {
    path: '/',
    name: 'Releases',
    needs: 'releases/show',
    show: async () => ({ content: await showReleases(work.context) }),
  },
  ...(work.config.apiUpstream ? [] : databasePages(work)),
  ...doctorPage(work),
];
