import { ENGLISH } from '../language/i18n';
import { readConfig } from '../config/config';
import { codeMail, codeSms } from './code-message';

const config = readConfig(
  { PUBLIC_URL: 'https://portal.example/account', BRAND_NAME: 'Müller & <Sons>' },
  '/',
);
const context = { config, i18n: ENGLISH };

test('a text message ends with the WebOTP line, so that browsers can fill in the code', () => {
  const { text } = codeSms('012345', context);
  expect(text.split('\n').at(-1)).toBe('@portal.example #012345');
  expect(text).toContain('012345 is your Müller & <Sons> access code.');
});

test('an email has the code, its lifetime, and one link, with the code in the fragment only', () => {
  const { subject, text, html = '' } = codeMail('012345', context);
  expect(subject).toBe('012345 is your Müller & <Sons> access code');
  for (const body of [text, html]) {
    expect(body).toContain('012345');
    expect(body).toContain('10 minutes');
    expect(body.match(/https?:[^\s"<]+/g)).toEqual(['https://portal.example/account/login#code=012345']);
  }
  expect(html).not.toContain('<Sons>');
});
