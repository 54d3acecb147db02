import { DatabaseUnavailableError } from './faults';
import { createOutage } from './outage';

let clock: number;
let lines: [string, object, string][];
const open = () => {
  clock = 0;
  lines = [];
  const write = (level: string) => (details: object, text: string) => void lines.push([level, details, text]);
  return createOutage({ error: write('error'), warn: write('warn') }, () => clock);
};

const refused = new DatabaseUnavailableError(new Error('connect ECONNREFUSED 127.0.0.1:5432'));

test('logs two lines for an outage of a minute', () => {
  const outage = open();
  outage.succeeded();
  for (clock = 0; clock < 60_000; clock += 500) outage.failed(refused);
  for (; clock < 120_000; clock += 500) outage.succeeded();
  expect(lines).toEqual([
    ['error', { reason: 'connect ECONNREFUSED 127.0.0.1:5432' }, 'the database does not answer'],
    ['warn', { seconds: 60, failures: 120 }, 'the database answers again'],
  ]);
});

test('a lock is a warning, and an outage meanwhile is an error', () => {
  const outage = open();
  const locked = new DatabaseUnavailableError({
    code: '55P03',
    message: 'canceling statement due to lock timeout',
  });
  outage.failed(locked);
  clock = 6_000;
  outage.succeeded();
  for (const error of [locked, locked, refused, locked]) outage.failed(error);
  const busy = ['warn', { reason: 'canceling statement due to lock timeout' }, 'the database is busy'];
  expect(lines).toEqual([
    busy,
    ['warn', { seconds: 0, failures: 1 }, 'the database is no longer busy'],
    busy,
    ['error', { reason: 'connect ECONNREFUSED 127.0.0.1:5432' }, 'the database does not answer'],
  ]);
});

test('an outage continues despite occasional successes, and ends after five seconds without a failure', () => {
  const outage = open();
  for (clock = 0; clock < 30_000; clock += 400) {
    outage.failed(refused);
    outage.succeeded();
  }
  clock += 5_000;
  outage.succeeded();
  outage.failed(refused);
  expect(lines.map(([level]) => level)).toEqual(['error', 'warn', 'error']);
});
