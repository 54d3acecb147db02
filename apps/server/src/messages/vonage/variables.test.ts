import { faultsOf } from '../../testing/faults';
import { readConfig } from '../../variables';

const account = { VONAGE_API_KEY: 'abcd1234', VONAGE_API_SECRET: 'secret', VONAGE_FROM: 'Acme' };

test('an account at Vonage excludes one at Twilio', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: 'Acme' };
  expect(readConfig(account, '/').vonage).toMatchObject({ baseUrl: new URL('https://api.nexmo.com') });
  expect(faultsOf({ ...account, ...twilio })).toEqual([
    'TWILIO_FROM and VONAGE_FROM are of several providers: set one',
  ]);
  expect(faultsOf({ VONAGE_SIGNATURE_SECRET: 'secret' })).toEqual([
    'VONAGE_API_KEY is missing: VONAGE_SIGNATURE_SECRET needs the account',
  ]);
});
