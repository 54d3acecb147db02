import createSnapshot from './database-snapshot';
import type { Browser } from './browser';
import { startSmtpInbox } from './smtp-inbox';
import { startTestApp } from './test-app';

/**
 * `pnpm --filter server timing`: compares how long the sign-in calls take for known and for unknown addresses, with
 * delivery by SMTP in the background as it is in operation. Set TEST_DATABASE_URL for PostgreSQL instead of PGlite.
 * A test of the suite would fail by chance, or hide what it cannot see: read the figures instead.
 */

const SAMPLES = Number(process.argv[2] ?? 1_000);

type Kind = 'known' | 'unknown';

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
const quantile = (times: readonly number[], share: number) =>
  sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Mann-Whitney U as a normal deviate: beyond ±1.96, one kind takes longer with a probability of 95 %. */
const deviate = (left: readonly number[], right: readonly number[]): number => {
  const all = [
    ...left.map((time) => ({ time, isLeft: true })),
    ...right.map((time) => ({ time, isLeft: false })),
  ];
  all.sort((a, b) => a.time - b.time);
  const rankSum = all.reduce((sum, { isLeft }, index) => (isLeft ? sum + index + 1 : sum), 0);
  const [n, m] = [left.length, right.length];
  const u = rankSum - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
};

const steps: Record<string, (browser: Browser, email: string) => Promise<unknown>> = {
  'code request': (browser, email) => browser.post('/customer-login/email', { email }),
  'refused code request': (browser, email) => browser.post('/customer-login/email', { email }),
  'wrong code': (browser, email) => browser.post('/customer-login/email/verify', { email, code: 'guess' }),
};

await createSnapshot();
const smtp = await startSmtpInbox();
const portal = await startTestApp({ SMTP_URL: smtp.url, MAIL_FROM: 'portal@acme.example' });
for (let index = 0; index < SAMPLES; index++)
  await portal.addCustomer({ email: `known${index}@example.com` });
await portal.app.listen({ port: 0, host: '127.0.0.1' });

const times = new Map<string, Record<Kind, number[]>>();
const sample = async (kind: Kind, index: number) => {
  const browser = portal.newBrowser(`10.${kind === 'known' ? 1 : 2}.${index >> 8}.${index & 255}`);
  await browser.open();
  for (const [step, act] of Object.entries(steps)) {
    const since = performance.now();
    await act(browser, `${kind}${index}@example.com`);
    const measured = times.get(step) ?? { known: [], unknown: [] };
    measured[kind].push(performance.now() - since);
    times.set(step, measured);
  }
};

const inRandomOrder = (): Kind[] => (Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']);
// The first ones warm up.
for (let index = 0; index < SAMPLES; index++) {
  if (index === Math.min(50, SAMPLES >> 2)) times.clear();
  for (const kind of inRandomOrder()) await sample(kind, index);
}

const ms = (time: number) => time.toFixed(2);
console.table(
  [...times].map(([step, { known, unknown }]) => ({
    step,
    samples: known.length,
    'known: median': ms(quantile(known, 0.5)),
    'unknown: median': ms(quantile(unknown, 0.5)),
    'known: p99': ms(quantile(known, 0.99)),
    'unknown: p99': ms(quantile(unknown, 0.99)),
    'Mann-Whitney z': deviate(known, unknown).toFixed(2),
  })),
);
await portal.close();
await smtp.close();
