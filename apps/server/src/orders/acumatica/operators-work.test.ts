import { checkErp, checkErpState } from './check';
import { operatorsWork } from './operators-work';
import { OAUTH, useErp } from './testing/erp';
import { fix, isFinding } from '../../platform/config/finding';
import { readConfig } from '../../variables';

const { portal, erp, start, owners, orderIn, map } = useErp();

const ann = { 'Contact/Email': 'ann@example.com' };
const status = () => operatorsWork.status(portal.database);

test('the status says why customers do not see orders', async () => {
  const { fake, clock, startReplica } = await start({ broken: '8' });
  expect(await status()).toMatchObject({ ordersSeen: 0, session: 'none: the next request opens one' });
  const file = await map({ statuses: { Quote: null } });
  for (const number of ['1', '2']) fake.addOrder(number, ann);
  for (const number of ['3', '4', '5']) fake.addOrder(number);
  fake.addOrder('6', { ...ann, Status: 'Quote' });
  fake.addOrder('2', { ...ann, ServiceOrderType: 'ZZ' });
  fake.addOrder('7'.repeat(65), ann);
  fake.addOrder('8', ann);
  fake.addOrder('9', ann);
  const replica = await startReplica({ ACUMATICA_MAPPING: file });
  for (let minutes = 0; minutes < 30; minutes += 1) {
    clock.now += 60_000;
    await replica.work();
  }
  await portal.database.deleteFrom('orders').where('order_nbr', '=', '9').execute();
  expect(await status()).toMatchObject({
    ordersSeen: 10,
    shownToCustomers: 2,
    held: 0,
    notShown: [
      { orders: 3, because: expect.stringContaining('no email address or phone number') },
      { orders: 1, because: expect.any(String) },
      { orders: 1, because: expect.any(String) },
      { orders: 1, because: expect.any(String) },
      { orders: 1, because: expect.any(String) },
      { orders: 1, because: expect.any(String) },
    ],
    ordersAsOf: expect.any(Date),
    session: 'open',
  });
  expect((await status()).notShown.map(({ because }) => because).join()).toMatch(
    /(?=.*hides their status)(?=.*has their number)(?=.*rule of the import)(?=.*fails to read)(?=.*the portal deleted)/,
  );
});

test('every order is read again, and nobody gets a message', async () => {
  const { fake, clock, startReplica } = await start();
  const untouched = { LastModifiedDateTime: new Date(clock.now - 86_400_000) };
  for (const number of ['1', '2', '3']) fake.addOrder(number, { ...ann, ...untouched });
  const replica = await startReplica();
  await replica.work();
  fake.changeOrder('2', { Description: 'Boiler repair', ...untouched });
  expect(await operatorsWork.readAgain(portal.database)).toEqual({ orders: 3, requests: 3 });
  expect(await status()).toMatchObject({ waitingToBeRead: 3, allComparedAt: null, shownToCustomers: 3 });
  await replica.work();
  expect(await status()).toMatchObject({ waitingToBeRead: 0, allComparedAt: expect.any(Date) });
  expect((await orderIn('2'))?.document['Description']).toEqual({ value: 'Boiler repair' });
  expect(await portal.database.selectFrom('outbox').select('id').execute()).toEqual([]);
});

describe('a consent', () => {
  const begin = async (env: Record<string, string | undefined> = OAUTH) => {
    const config = readConfig({ ACUMATICA_URL: erp.fake.url, ...env }, '/');
    const consent = await operatorsWork.beginConsent(config);
    if (!consent) throw new Error('There is no consent to begin.');
    return consent;
  };

  /** Where the browser goes when somebody allows the access. */
  const allow = async (address: string) => {
    const response = await fetch(address, { redirect: 'manual' });
    return response.headers.get('location') ?? '';
  };

  test('lets the portal read without a password, by PKCE', async () => {
    const { fake, clock, startReplica } = await start({ seats: 1 });
    fake.addOrder('1', ann);
    const consent = await begin();
    expect(consent.address).toMatch(/code_challenge_method=S256/);
    const redeemed = await consent.redeem(await allow(consent.address));
    await operatorsWork.connect(portal, 'grant' in redeemed ? redeemed.grant : redeemed.refusal);
    await (await startReplica(OAUTH)).work();
    clock.now += 2 * 3_600_000;
    await (await startReplica(OAUTH)).work();
    expect(await owners()).toEqual({ 1: 'ann@example.com' });
    expect(await status()).toMatchObject({ session: 'open', consentedAt: expect.any(Date) });
    const rows = JSON.stringify(await portal.database.selectFrom('erp_sync').selectAll().execute());
    expect(rows).not.toContain('refreshToken');
  });

  test.each<[string, (location: string) => string, RegExp]>([
    ['another state', (location) => location.replace(/state=.*/, 'state=x'), /gave no token/],
    ['no code', (location) => location.replace(/code=[^&]*/, 'error=access_denied'), /gave no token/],
    ['another code', (location) => location.replace(/code=[^&]*/, 'code=x'), /gave no token/],
    ['something else', () => 'x', /Paste the whole address/],
  ])('with %s is refused, and says what to do', async (_what, change, sentence) => {
    await start();
    const consent = await begin();
    expect(await consent.redeem(change(await allow(consent.address)))).toEqual({
      refusal: expect.stringMatching(sentence),
    });
  });

  test('needs a client', async () => {
    await start();
    await expect(begin({ ACUMATICA_USER: 'x', ACUMATICA_PASSWORD: 'x' })).rejects.toThrow('no consent');
  });

  test.each([
    [22, 0],
    [24, 1],
    [31, 0],
  ])('%d days ago is worth %d notes of the doctor', async (days, notes) => {
    await start();
    await operatorsWork.connect(portal, 'x');
    const granted_at = new Date(Date.now() - days * 86_400_000);
    await portal.database.updateTable('erp_sync').set({ granted_at }).execute();
    const found = (await checkErpState(portal.database)).filter(isFinding);
    expect(found.filter(({ text }) => /^The consent of .* ends on .*erp connect/.test(text))).toHaveLength(
      notes,
    );
  });
});

test('the doctor does not try a password that the portal could not sign in with', async () => {
  const { fake } = await start();
  const env = { ACUMATICA_URL: fake.url, ACUMATICA_USER: 'portal', ACUMATICA_PASSWORD: 'wrong' };
  const { acumatica: settings } = readConfig(env, '/');
  if (!settings) throw new Error('ACUMATICA_URL is missing.');
  expect(await checkErp(settings, [fix('Acumatica', 'It refuses the sign-in.')])).toEqual([]);
  expect(fake.stats.failedSignIns).toBe(0);
});
