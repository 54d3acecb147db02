import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, variableNames } from '../../variables';

/** Checks that the variables and timeouts in deploy/ match this server. */

const read = (file: string): string => readFileSync(join(__dirname, '../../../../../deploy', file), 'utf8');

type Variables = Record<string, string>;

/** `NAME=value` at the beginning of a line, even if commented out. */
const assignments = (text: string): Variables =>
  Object.fromEntries(
    [...text.matchAll(/^#?([A-Z][A-Z\d_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

/** The pairs of `ENV` and `Environment=` lines. */
const pairs = (text: string, keyword: string): Variables =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${keyword}(.*)$`, 'gm'))].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=') as [string, string]),
    ),
  );

const [configMap, secret] = ['kubernetes/config.yaml', 'kubernetes/secret.example.yaml'].map(
  (file): unknown => parse(read(file)),
);
const compose: unknown = parse(read('compose.yaml'), { merge: true });

const kubernetes = {
  ...v.parse(v.object({ data: v.record(v.string(), v.string()) }), configMap).data,
  ...v.parse(v.object({ stringData: v.record(v.string(), v.string()) }), secret).stringData,
};
const inCompose = v.parse(
  v.object({ 'x-portal': v.object({ environment: v.record(v.string(), v.string()) }) }),
  compose,
)['x-portal'].environment;

/** Read by Node, by the AWS SDK (docs/deploy.md), and by compose.yaml itself. */
const externalVariables = [
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'NODE_EXTRA_CA_CERTS',
  'AWS_REGION',
  'DATABASE_PASSWORD',
];

test.each<[string, Variables]>([
  ['.env.example', assignments(read('.env.example'))],
  ['compose.yaml', inCompose],
  ['Containerfile', pairs(read('Containerfile'), 'ENV ')],
  ['portal@.service', pairs(read('systemd/portal@.service'), 'Environment=')],
  ['kubernetes/', kubernetes],
])('%s sets only known variables', (_file, variables) => {
  expect(Object.keys(variables).length).toBeGreaterThan(1);
  const known = [...variableNames, ...externalVariables];
  expect(Object.keys(variables).filter((name) => !known.includes(name))).toEqual([]);
});

test('the values in deploy/kubernetes are valid', () => {
  // Secrets are empty there: each gets what a deployment fills in.
  expect(() => readConfig({ ...kubernetes, SECRET_KEY: '00'.repeat(32) }, '/')).not.toThrow();
});

/** The seconds after SIGTERM: the delay, and 20 seconds to finish (stop.ts). */
const secondsToStop = (delay: string | undefined): number => Number(delay) + 20;

const deploymentSchema = v.object({
  kind: v.literal('Deployment'),
  spec: v.object({
    template: v.object({
      spec: v.object({
        terminationGracePeriodSeconds: v.number(),
        containers: v.strictTuple([
          v.object({
            readinessProbe: v.object({ periodSeconds: v.number(), failureThreshold: v.number() }),
          }),
        ]),
      }),
    }),
  }),
});

const pod = () => {
  const documents = parseAllDocuments(read('kubernetes/server.yaml')).map((document): unknown =>
    document.toJS(),
  );
  const [deployment] = documents.filter((document) => v.is(deploymentSchema, document));
  return v.parse(deploymentSchema, deployment).spec.template.spec;
};

/** The lines of a section of the systemd unit. */
const unitSection = (name: string): string[] => {
  const [, section = ''] = read('systemd/portal@.service').split(`[${name}]\n`);
  return (section.split(/^\[/m)[0] ?? '').split('\n');
};

test('grace periods are longer than a replica needs to stop', () => {
  expect(pod().terminationGracePeriodSeconds).toBeGreaterThan(
    secondsToStop(kubernetes['SHUTDOWN_DELAY_SECONDS']),
  );
  const replica = v.parse(v.object({ 'x-replica': v.object({ stop_grace_period: v.string() }) }), compose);
  expect(parseInt(replica['x-replica'].stop_grace_period)).toBeGreaterThan(
    secondsToStop(inCompose['SHUTDOWN_DELAY_SECONDS']),
  );
  const [stop = ''] = unitSection('Service').filter((line) => line.startsWith('TimeoutStopSec='));
  // With DATABASE_URL, the delay is 5 seconds.
  expect(parseInt(stop.replace('TimeoutStopSec=', ''))).toBeGreaterThan(secondsToStop('5'));
});

test('Kubernetes detects a stopping replica within its shutdown delay', () => {
  const [{ readinessProbe: probe }] = pod().containers;
  expect(probe.periodSeconds * probe.failureThreshold).toBeLessThan(
    Number(kubernetes['SHUTDOWN_DELAY_SECONDS']),
  );
});

test('systemd never gives up restarting, however long the database is away', () => {
  expect(unitSection('Unit')).toContain('StartLimitIntervalSec=0');
  expect(unitSection('Service')).toContain('Restart=always');
});

const service = v.looseObject({ networks: v.optional(v.unknown()) });

test('compose.yaml: nginx lists the replicas, which trust it', () => {
  const { services } = v.parse(v.looseObject({ services: v.record(v.string(), service) }), compose);
  const addresses = Object.entries(services)
    .filter(([name]) => name.startsWith('portal-'))
    .map(([, { networks }]) => /"(\d[\d.]+)"/.exec(JSON.stringify(networks))?.[1]);
  const upstream = [...read('nginx/replicas.compose.conf').matchAll(/server ([\d.]+):3000/g)].map(
    ([, address]) => address,
  );
  expect(upstream).toEqual([...addresses, ...addresses]);
  expect(JSON.stringify(services['nginx']?.networks)).toContain(inCompose['TRUST_PROXY']);
});
