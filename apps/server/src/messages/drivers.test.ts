import { readConfig } from '../variables';
import { sendingProblem } from './drivers';

const customers = { DATABASE_URL: 'postgres://db.example/portal', PUBLIC_URL: 'https://portal.example' };

test('customers who reach the portal need a way to get codes', () => {
  const problemIn = (env: Record<string, string>) => sendingProblem(readConfig(env, '/'));
  expect(problemIn(customers)).toBe(
    'Nothing sends codes, so no customer can sign in. Set SMTP_URL and MAIL_FROM, or the variables of a provider of text messages; PRINT_MESSAGES=true prints codes, for a demo.',
  );
  expect(problemIn({ ...customers, SMPT_HOST: 'mail.example' })).toContain(
    'SMPT_HOST is no variable of the portal. It reads SMTP_URL, which is not set.',
  );
  for (const env of [
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'portal@acme.example' },
    { VONAGE_API_KEY: 'key', VONAGE_API_SECRET: 'secret', VONAGE_FROM: 'Acme' },
    { API_UPSTREAM: 'https://erp.example' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { DATABASE_URL: '' },
    { DEV_SERVER: 'http://127.0.0.1:8080' },
    { PRINT_MESSAGES: 'true' },
  ])
    expect([env, problemIn({ ...customers, ...env })]).toEqual([env, undefined]);
});
