import { version } from '../../package.json';
import { readConfig } from '../variables';
import { demoCustomers } from '../orders/demo/demo-customers';
import { greeting } from './greeting';

const greet = (env: Record<string, string> = {}, { hasDemo = true, color = false } = {}) =>
  greeting(readConfig(env, '/srv/portal'), { hasDemo, color, root: '/srv/portal', problem: undefined });

test('names the version, the URL, the demo customers and where the code appears', () => {
  const text = greet({ BRAND_NAME: 'Contoso', PORT: '4242' });
  expect(text).toContain(`Contoso Customer Dashboard  portal ${version}\n  http://localhost:4242\n`);
  for (const { contact, shows } of demoCustomers)
    expect(text).toContain(`  ${contact.padEnd(16)}  ${shows}\n`);
  expect(text).toContain('The code appears here, and as a file in .portal/outbox.');
  expect(text).toContain('pnpm portal import FILE');
});

test('says what is wrong: no releases, no shared key', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://db.example/portal' }, '/srv');
  const text = greeting(config, {
    hasDemo: false,
    color: false,
    root: '/srv',
    problem: 'There is no shell to show.',
  });
  expect(text).toContain('Not ready: There is no shell to show. Run `pnpm portal doctor`.');
  expect(text).toContain('SECRET_KEY is missing');
  expect(text).not.toContain('@example.com');
  expect(greet()).not.toMatch(/Not ready|SECRET_KEY/);
});

const smtp = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'portal@example.com' };
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+12025550100' };

test.each([
  [
    'SMTP',
    smtp,
    'Codes are sent by mail.\n  A text message appears here, and as a file in /var/portal/outbox.',
  ],
  [
    'Twilio',
    twilio,
    'Codes are sent by text message.\n  A mail appears here, and as a file in /var/portal/outbox.',
  ],
  ['both', { ...smtp, ...twilio }, 'Codes are sent by mail and text message.'],
])('says how codes are delivered with %s', (_what, env, sentence) => {
  expect(greet({ DATA_DIR: '/var/portal', ...env })).toContain(sentence);
});

test('with an upstream, names it and does not mention codes', () => {
  const text = greet({ API_UPSTREAM: 'https://erp.example/api' }, { hasDemo: false });
  expect(text).toContain('https://erp.example answers the calls');
  expect(text).not.toMatch(/code|import/);
});

test('uses colors only if the terminal supports them, and never prints secrets', () => {
  const escape = String.fromCharCode(27);
  expect(greet({}, { color: true })).toContain(escape);
  expect(greet()).not.toContain(escape);
  expect(greet({ ...smtp, ...twilio })).not.toMatch(/AC1|secret/);
});
