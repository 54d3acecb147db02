import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import Fastify from 'fastify';
import { parse } from 'yaml';
import { importCustomers } from '../../orders/import/import-customers';
import { remoteRelease } from '../../testing/releases';
import { openTestDatabase } from '../../testing/test-database';
import { readConfig } from '../../variables';
import { createMetrics } from './metrics';

/*
 * deploy/prometheus/rules.yaml and deploy/grafana/portal.json against what /metrics serves: a metric, label or value that
 * is renamed must not silence an alert.
 */

/** What a portal serves after a day's work, with every label and value that the alerts ask for. */
const served = async () => {
  const { database, close } = await openTestDatabase();
  await importCustomers(database, JSON.stringify([{ email: 'ann@example.com' }]));
  const pool = { totalCount: 10, idleCount: 3, waitingCount: 4 };
  const config = readConfig(
    { PUBLIC_URL: 'https://127.0.0.1:1', DATA_DIR: __dirname, BACKUP_FILE: __filename },
    '/',
  );
  const metrics = createMetrics({
    config,
    database,
    pool,
    orderSources: [{ name: 'acumatica', readState: async () => ({ freshAt: new Date(), heldOrders: 0 }) }],
  });
  const app = Fastify();
  metrics.observe(app);
  await app.inject('/hooks/orders');
  const contact = { channel: 'email', address: 'ann@example.com' } as const;
  metrics.countEvent({ event: 'code', outcome: 'requested', contact });
  metrics.countEvent({ event: 'sign-in', outcome: 'signed-in', contact, customerId: '1' });
  metrics.countEvent({
    event: 'release',
    outcome: 'live',
    remote: 'orders',
    version: '1.1.0',
    previous: null,
    who: null,
  });
  metrics.countMessage({ channel: 'sms', kind: 'code' }, 'over-budget');
  const report = { remote: 'orders', version: '1.0.0', event: 'fell-back', durationMs: 1 } as const;
  metrics.countLoad(report, remoteRelease('orders'), 'failed');
  return metrics.read().finally(close);
};

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
  samples = samplesIn(`${await served()}\n${PROMETHEUS}`);
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
      const row = rows.find((line) => line.startsWith('- `portal_') && line.includes(name)) ?? '';
      return [name, ...Object.keys(labels)]
        .filter((word) => !row.includes(word))
        .map((word) => `${name}: ${word}`);
    });
  expect([...new Set(undocumented)]).toEqual([]);
});
