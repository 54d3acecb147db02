import type { Browser } from '../src/testing/browser';
import { startSmtpInbox } from '../src/testing/smtp-inbox';
import { startTestApp } from '../src/testing/test-app';

/*
 * `pnpm --filter server timing`: compares how long the sign-in calls take for known and for unknown addresses, with
 * delivery by SMTP in the background as it is in operation. Set TEST_DATABASE_URL for PostgreSQL instead of PGlite.
 * Asserts nothing: a limit would fail by chance, or hide a small difference. Read the figures instead.
 */

const SAMPLES = 1_000;
const WARM_UP = 50;
const PATIENCE_MS = 3_600_000;

type Kind = 'known' | 'unknown';

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
const quantile = (times: readonly number[], share: number) =>
  sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Mann-Whitney U as a normal deviate: beyond ±1.96, the difference is significant at the 5 % level. */
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

const inRandomOrder = (): Kind[] => (Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']);

const ms = (time: number) => time.toFixed(2);

test(
  'how long the calls take for known and unknown addresses',
  async () => {
    const smtp = await startSmtpInbox();
    const portal = await startTestApp({ SMTP_URL: smtp.url, MAIL_FROM: 'portal@acme.example' });
    for (let index = 0; index < SAMPLES + WARM_UP; index++)
      await portal.addCustomer({ email: `known${index}@example.com` });
    // Delivery runs while the portal listens.
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
    for (let index = 0; index < SAMPLES + WARM_UP; index++) {
      if (index === WARM_UP) times.clear();
      for (const kind of inRandomOrder()) await sample(kind, index);
    }
    await portal.close();
    await smtp.close();

    const rows = [...times].map(([step, { known, unknown }]) => [
      step.padEnd(20),
      `${known.length} + ${unknown.length}`,
      `known ${ms(quantile(known, 0.5))} ms (p99 ${ms(quantile(known, 0.99))})`,
      `unknown ${ms(quantile(unknown, 0.5))} ms (p99 ${ms(quantile(unknown, 0.99))})`,
      `z ${deviate(known, unknown).toFixed(2)}`,
    ]);
    console.info(rows.map((row) => row.join('  ')).join('\n'));
  },
  PATIENCE_MS,
);
