import { codeMessage } from './messages';

const sender = { brand: 'Müller & <Sons>', host: 'portal.example' };
const leased = { id: 'f3b1', recipient: 'ann@example.com', code: '012345', attempts: 1 };

test('a text message ends with the line by which a browser fills the code in (WebOTP)', () => {
  const { text } = codeMessage({ ...leased, channel: 'sms' }, sender);
  expect(text.split('\n').at(-1)).toBe('@portal.example #012345');
  expect(text).toContain('012345 is your Müller & <Sons> access code.');
});

test('a mail says the code, how long it can be used, and nothing to click on', () => {
  const { subject, text, html } = codeMessage({ ...leased, channel: 'email' }, sender);
  expect(subject).toBe('012345 is your Müller & <Sons> access code');
  for (const body of [text, html]) {
    expect(body).toContain('012345');
    expect(body).toContain('10 minutes');
    expect(body).not.toMatch(/https?:/);
  }
  expect(html).not.toContain('<Sons>');
});
