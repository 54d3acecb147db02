import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as v from 'valibot';
import { findProgram } from '../../testing/debian-program';

/** Fires each alert of deploy/prometheus/rules.yaml once, with Prometheus' own `promtool test rules`. */

const RULES = join(__dirname, '../../../../../deploy/prometheus/rules.yaml');

const promtool = findProgram({
  name: 'promtool',
  package: 'prometheus',
  path: 'usr/bin/promtool',
  version: '--version',
});

/** Samples a minute apart, in promtool's notation: `0x10 1x50` is ten minutes of 0, then 1. The 11th is the first that is wrong. */
type Series = Record<string, string>;

const DAY = 24 * 3600;
const code = (outcome: string) => `portal_audit_events_total{event="code",outcome="${outcome}"}`;
const signIn = (outcome: string) => `portal_audit_events_total{event="sign-in",outcome="${outcome}"}`;
const message = (outcome: string) =>
  `portal_messages_total{channel="email",kind="order",outcome="${outcome}"}`;
const request = (status: number, route = '/auth-check') =>
  `portal_http_requests_total{method="POST",route="${route}",status="${status}"}`;
const duration = (le: string) =>
  `portal_http_request_duration_seconds_bucket{route="/auth-check",le="${le}"}`;
const load = (outcome: string) =>
  `portal_remote_loads_total{remote="orders",version="1.1.0",outcome="${outcome}"}`;

/** What is well for ten minutes, and then is not. Time begins at 0, so an age is what has passed. */
const EVENTS: Record<string, { series: Series; minutes?: number }> = {
  PortalReplicaDown: { series: { 'up{job="portal",instance="a:1"}': '1x10 0x200' } },
  PortalDatabaseDown: { series: { portal_database_up: '1x10 0x200' } },
  PortalErpAway: { series: { 'portal_erp_fresh_timestamp_seconds{erp="acumatica"}': '1x200' } },
  PortalErpHeld: { series: { 'portal_erp_held_orders{erp="acumatica"}': '0x10 30x200' } },
  PortalDatabaseBusy: { series: { portal_database_waiting: '0x10 6x200' } },
  PortalErrors: { series: { [request(200)]: '0+100x200', [request(500)]: '0x10 1+5x200' } },
  PortalSlow: {
    series: {
      [duration('1')]: '0x10 1x200',
      [duration('2.5')]: '0x10 1+60x200',
      [duration('+Inf')]: '0x10 1+60x200',
    },
  },
  PortalCodesDelayed: {
    series: { 'portal_outbox_oldest_seconds{channel="email",status="waiting"}': '0x10 61x200' },
  },
  PortalDeliveryFails: { series: { [message('sent')]: '0+1x200', [message('delayed')]: '0x10 1+1x200' } },
  PortalDeadLetters: { series: { 'portal_outbox_messages{channel="email",status="dead"}': '0x10 1x200' } },
  PortalAnswersUndelivered: { series: { 'portal_answers_undelivered{target="mail"}': '0x10 1x200' } },
  // A single one, which is the first.
  PortalSmsBudgetUsedUp: {
    series: { 'portal_messages_total{channel="sms",kind="code",outcome="over-budget"}': '0x10 1x200' },
    minutes: 12,
  },
  PortalWebhookRefuses: { series: { [request(422, '/hooks/orders')]: '0x10 1x200' }, minutes: 12 },
  PortalAuditLost: { series: { 'portal_audit_lost_total{instance="a:1"}': '0x10 1x200' }, minutes: 12 },
  PortalGuessing: { series: { [signIn('wrong-code')]: '0x10 1+30x200' }, minutes: 20 },
  PortalNobodySignsIn: { series: { [code('requested')]: '0x10 1+1x200', [signIn('signed-in')]: '0x200' } },
  PortalVersionFails: {
    series: { [load('shown')]: '0+10x200', [load('failed')]: '0x10 1+2x200' },
    minutes: 20,
  },
  PortalOrdersStale: {
    series: { 'portal_import_last_timestamp_seconds{source="file"}': '1x2000' },
    minutes: 27 * 60,
  },
  PortalBackupMissed: { series: { portal_backup_timestamp_seconds: '1x2000' }, minutes: 27 * 60 },
  PortalCertificateEnds: {
    series: { portal_certificate_expiry_timestamp_seconds: `${15 * DAY}x2000` },
    minutes: 26 * 60,
  },
  PortalDiskFull: {
    series: {
      'portal_disk_free_bytes{instance="a:1",folder="data"}': '20x10 9x200',
      'portal_disk_bytes{instance="a:1",folder="data"}': '100x210',
    },
  },
};

let home: string;
beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), 'portal-alerts-'))));
afterEach(() => rm(home, { recursive: true }));

/** Whether an alert fires at a minute. */
const firing = (alert: string, minutes: number, isFiring: boolean) => ({
  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
  eval_time: `${minutes}m`,
  exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
});

(promtool ? test : test.skip)(
  'each alert is quiet while all is well, and fires once something is not',
  async () => {
    const file = v.parse(
      v.object({ groups: v.array(v.object({ rules: v.array(v.object({ alert: v.string() })) })) }),
      parse(await readFile(RULES, 'utf8')),
    );
    const alerts = file.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(Object.keys(EVENTS).toSorted()).toEqual(alerts.toSorted());
    const tests = Object.entries(EVENTS).map(([alert, { series, minutes = 120 }]) => ({
      interval: '1m',
      name: alert,
      input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
      promql_expr_test: [firing(alert, 10, false), firing(alert, minutes, true)],
    }));
    await writeFile(
      join(home, 'tests.yaml'),
      JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }),
    );
    const { stdout, stderr, status } = spawnSync(
      promtool ?? '',
      ['test', 'rules', join(home, 'tests.yaml')],
      {
        encoding: 'utf8',
      },
    );
    expect(`${stdout}${stderr}`).not.toContain('FAILED');
    expect(status).toBe(0);
  },
);
