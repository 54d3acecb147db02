import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeOptions,
} from '../../../../../e2e/acumatica/fake-acumatica';
import { readConfig } from '../../variables';
import { useTestApp } from '../../testing/test-app';
import { checkErp } from './check';

const portal = useTestApp();

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** The findings on a fake ERP, one a line. */
const findingsIn = async (env: Record<string, string> = {}, options?: FakeOptions, mapping?: object) => {
  const fake = await startFakeAcumatica(options);
  stop = fake.stop;
  const file = join(portal.config.dataDir, 'mapping.json');
  await writeFile(file, JSON.stringify(mapping ?? {}));
  const config = readConfig(
    {
      ACUMATICA_URL: fake.url,
      ACUMATICA_TENANT: CREDENTIALS.tenant,
      ACUMATICA_USER: CREDENTIALS.user,
      ACUMATICA_PASSWORD: CREDENTIALS.password,
      ACUMATICA_REQUESTS_PER_MINUTE: '99999',
      ACUMATICA_MAPPING: file,
      ...env,
    },
    '/',
  );
  if (!config.acumatica) throw new Error('ACUMATICA_URL is missing.');
  const findings = await checkErp(config.acumatica).catch((error: unknown) => [
    { state: 'error', text: String(error) },
  ]);
  expect(fake.openSessions()).toBe(0);
  return findings.map((found) => (found ? `${found.state} ${found.text}` : '')).join('\n');
};

test('accepts settings that work, and gives the session back', async () => {
  const [fields, ...others] = (await findingsIn()).split('\n');
  expect(fields).toBe('ok Default/24.200.001 has all fields of the mapping');
  expect(others).toEqual([expect.stringMatching(/^note Its vendor will end .*erp connect/)]);
});

test.each<[string, Record<string, string>, FakeOptions, object, RegExp]>([
  [
    'a wrong password',
    { ACUMATICA_PASSWORD: 'wrong' },
    {},
    {},
    /refuses the sign-in.*Check ACUMATICA_USER, ACUMATICA_PASSWORD/,
  ],
  [
    'an endpoint that lacks a field',
    {},
    { lacking: ['LastModifiedDateTime'] },
    {},
    /Extend the endpoint by it/,
  ],
  [
    'a row of a field that does not exist',
    {},
    {},
    { rows: [{ label: 'Priority', field: 'Prio' }] },
    /ServiceOrder .* has no field Prio \(row "Priority"\)/,
  ],
  [
    'a role that may not read appointments',
    {},
    { forbidden: ['Appointment'] },
    { visit: {} },
    /403 for .*Appointment.* Give the role of the user access/,
  ],
  [
    'an endpoint without the staff of appointments',
    {},
    { lacking: ['Staff/StaffMember'] },
    { visit: { created_by: 'Staff/StaffMember' } },
    /Appointment of the endpoint .* has no field Staff\/StaffMember \(created_by\)/,
  ],
  [
    'a role that may not read contacts',
    {},
    { forbidden: ['Contact'] },
    { contact: {} },
    /403 for .*Contact.* Give the role of the user access/,
  ],
  [
    'contacts chosen by a field that the endpoint lacks',
    {},
    {},
    { contact: { only: { Role: 'PORTAL' } } },
    /Contact of the endpoint .* has no field Role \(only Role\)/,
  ],
  [
    'contacts of all',
    {},
    {},
    { contact: { sees: 'all' } },
    /"contact\.sees" must be "account" or "location"/,
  ],
  [
    'contacts by a number',
    {},
    {},
    { contact: { only: { JobTitle: 7 } } },
    /"contact\.only\.JobTitle" must be a word/,
  ],
  ['a visit of words', {}, {}, { visit: { start: 'Date' } }, /"visit\.start" is no field .* start_date/],
  [
    'a mapping of a field that the portal does not have',
    {},
    {},
    { order: { prority: 'Priority' } },
    /ACUMATICA_MAPPING: "order\.prority" is no field of the portal: choose from type, number/,
  ],
  [
    'a mapping with another value',
    {},
    {},
    { order: { email: 7 } },
    /"order\.email" must be the name of a field/,
  ],
  ['rows that are no list', {}, {}, { rows: 'Priority' }, /"rows" must be a list of rows in \[ \]/],
  [
    'a status without words',
    {},
    {},
    { statuses: { Open: 7 } },
    /"statuses\.Open" must be what customers read/,
  ],
  ['statuses without names', {}, {}, { statuses: 'Open' }, /"statuses" must be an object in \{ \}/],
  ['an address of nothing', { ACUMATICA_URL: 'http://127.0.0.1:1' }, {}, {}, /does not answer/],
])('%s: says what to do', async (_what, env, options, mapping, sentence) => {
  expect(await findingsIn(env, options, mapping)).toMatch(sentence);
});
