import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { databaseOn } from '../../platform/database/connect';
import { startReleasedPortal } from '../../testing/released-portal';
import { remoteRelease, shellRelease } from '../../testing/releases';
import { startTestApp } from '../../testing/test-app';
import { createMetrics } from './metrics';

/*
 * deploy/prometheus/rules.yaml and deploy/grafana/portal.json against what /metrics serves: a metric or label that is
 * renamed must not silence an alert.
 */

const TOKEN = 'token-of-metrics-and-orders';
const authorization = `Bearer ${TOKEN}`;

/** A portal with a database, after a day's work. */
const ofCustomers = async () => {
  const env = {
    OPERATIONS_PORT: '0',
    METRICS_TOKEN: TOKEN,
    ORDERS_WEBHOOK_TOKEN: TOKEN,
    SMS_DAILY_BUDGET: '1',
  };
  const portal = await startTestApp(env);
  const browser = await portal.openBrowser();
  const served = async () => (await portal.newOperator().get('/metrics', { authorization })).body;
  const email = 'ann@example.com';
  const phones = ['+12025550123', '+12025550124'];
  const customers = [{ email }, ...phones.map((phone) => ({ phone }))];
  await browser.post('/hooks/orders', customers, { authorization });
  for (const phone of phones) await browser.post('/customer-login/phone', { phone });
  await browser.post('/customer-login/email', { email });
  // Its own worker sends the messages, and counts them.
  await portal.app.listen({ port: 0 });
  while (!(await served()).includes('outcome="over-budget"')) await new Promise(setImmediate);
  let code: string | undefined;
  while (!(code = await portal.inbox.codeFor(email))) await new Promise(setImmediate);
  await browser.post('/customer-login/email/verify', { email, code });
  return served().finally(portal.close);
};

/** A portal whose orders remote failed in a browser, and became another version. */
const ofReleases = async () => {
  const portal = await startReleasedPortal({ OPERATIONS_PORT: '0', METRICS_TOKEN: TOKEN });
  const browser = portal.newBrowser();
  const look = async () => {
    portal.clock.now += 1_000;
    await browser.get('/registry.json');
  };
  await portal.release(shellRelease());
  await portal.release(remoteRelease('orders'));
  await look();
  await browser.get('/', { accept: 'text/html' });
  const report = { remote: 'orders', version: '1.0.0', event: 'fell-back', cause: 'chunk', durationMs: 1 };
  await browser.post('/telemetry', report);
  await portal.release(remoteRelease('orders', { live: '1.1.0' }));
  await look();
  return (await portal.newOperator().get('/metrics', { authorization })).body;
};

/** A portal whose orders come from an ERP. */
const ofErp = async () => {
  const { database, close } = await startTestApp();
  return createMetrics({
    database,
    pool: undefined,
    orderSources: [{ name: 'acumatica', readFreshAt: async () => new Date() }],
  })
    .read()
    .finally(close);
};

/** A server on PostgreSQL: its pool. */
const ofPool = () =>
  createMetrics({
    database: databaseOn({ connect: () => Promise.reject(new Error('away')), end: async () => {} }),
    pool: { totalCount: 10, idleCount: 3, waitingCount: 4 },
  }).read();

/** What Prometheus itself knows of each target. */
const PROMETHEUS = 'up{job="portal",instance="a:1"} 1';

type Sample = Record<string, string>;

const samplesIn = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const { name, labels = '' } = /^(?<name>\w+)(?:\{(?<labels>.*)\})? /.exec(line)?.groups ?? {};
    if (!name) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [
      label,
      value,
    ]);
    return [{ job: 'portal', instance: 'a:1', ...Object.fromEntries(pairs), __name__: name }];
  });

let samples: Sample[];
beforeAll(async () => {
  const texts = await Promise.all([ofCustomers(), ofReleases(), ofErp(), ofPool()]);
  samples = samplesIn([...texts, PROMETHEUS].join('\n'));
});

const fileOf = (path: string) => readFileSync(join(__dirname, '../../../../..', path), 'utf8');

/** All values of `expr` in a document. */
const expressionsIn = (document: unknown): string[] =>
  typeof document === 'object' && document !== null
    ? Object.entries(document).flatMap(([key, value]) =>
        key === 'expr' && typeof value === 'string' ? [value] : expressionsIn(value),
      )
    : [];

const rules = expressionsIn(parse(fileOf('deploy/prometheus/rules.yaml')));
const panels = expressionsIn(JSON.parse(fileOf('deploy/grafana/portal.json'))).map((expr) =>
  expr.replaceAll('$__rate_interval', '5m'),
);

/** What is wrong with an expression: its syntax, or metrics, labels, and values that nothing serves. */
const problemsOf = (expr: string): string[] => {
  const problems: string[] = [];
  const textOf = ({ from, to }: { from: number; to: number }) => expr.slice(from, to);
  const tree = parser.parse(expr);
  let known: Sample[] = [];
  tree.iterate({
    enter: ({ type, node, from }) => {
      if (type.isError) problems.push(`syntax at ${from}`);
      if (type.name === 'VectorSelector') {
        const [metric] = node.getChildren('Identifier').map(textOf);
        let found = samples.filter(({ __name__ }) => __name__ === metric);
        if (found.length === 0) problems.push(`no metric ${metric}`);
        for (const matcher of node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []) {
          const [label = '', operator, value = ''] = ['LabelName', 'MatchOp', 'StringLiteral'].map((kind) =>
            matcher.getChildren(kind).map(textOf).join(''),
          );
          // A pattern such as 5.. need not match what happened here.
          found = found.filter((sample) =>
            operator === '=' ? `"${sample[label]}"` === value : label in sample,
          );
          if (found.length === 0) problems.push(`${metric} has no ${textOf(matcher)}`);
        }
        known = [...known, ...found];
      }
    },
  });
  tree.iterate({
    enter: ({ type, node }) => {
      if (type.name !== 'GroupingLabels') return;
      for (const label of node.getChildren('LabelName').map(textOf))
        if (!known.some((sample) => label in sample)) problems.push(`nothing has ${label}`);
    },
  });
  return problems;
};

test('every alert and every panel reads metrics that a portal serves, with labels that they have', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(panels.length).toBeGreaterThan(20);
  expect(
    [...rules, ...panels].flatMap((expr) => problemsOf(expr).map((problem) => `${expr}: ${problem}`)),
  ).toEqual([]);
});

test('docs/run.md describes every metric of the portal, with its labels', () => {
  const rows = fileOf('docs/run.md').split('\n');
  const undocumented = samples
    .filter(({ __name__ = '' }) => __name__.startsWith('portal_'))
    .flatMap(({ __name__ = '', job: _, instance: __, le: ___, ...labels }) => {
      const name = `\`${__name__.replace(/_(bucket|sum|count)$/, '')}\``;
      const row = rows.find((line) => line.startsWith('| `portal_') && line.includes(name)) ?? '';
      return [name, ...Object.keys(labels)]
        .filter((word) => !row.includes(word))
        .map((word) => `${name}: ${word}`);
    });
  expect([...new Set(undocumented)]).toEqual([]);
});
