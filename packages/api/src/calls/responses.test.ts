import { ValiError } from 'valibot';
import { answer } from '../testing/server';
import {
  getNotificationPreferences,
  testNotification,
  updateNotificationPreferences,
} from './notification-preferences';
import { getServiceOrder, listServiceOrders } from './service-orders';
import { requestEmailCode, requestPhoneCode, verifyEmailCode, verifyPhoneCode } from './sign-in';

const first = { ServiceOrderNbr: { value: '000019' } };
const second = { ServiceOrderNbr: { value: '000020' } };

describe.each([
  ['/customer-login/email', () => requestEmailCode({ email: '' })],
  ['/customer-login/phone', () => requestPhoneCode({ phone: '' })],
  ['/customer-login/email/verify', () => verifyEmailCode({ email: '', code: '' })],
  ['/customer-login/phone/verify', () => verifyPhoneCode({ phone: '', code: '' })],
  ['/notification-preferences/test', () => testNotification()],
])('%s', (path, send) => {
  it.each([
    [
      { success: true, message: 'Sent.' },
      { success: true, message: 'Sent.' },
    ],
    [{ success: false }, { success: false }],
    [{ success: false, message: null }, { success: false }],
    [{ success: false, message: ' ' }, { success: false }],
    [{ message: 'Wrong code.' }, { success: false, message: 'Wrong code.' }],
    [{}, { success: false }],
  ])('reads %j as %j', async (body, response) => {
    answer(path, body);
    expect(await send()).toEqual(response);
  });

  it.each([null, '', 'ok', { success: 'true' }])('rejects %j', async (body) => {
    answer(path, body);
    await expect(send()).rejects.toThrow(ValiError);
  });
});

describe('/serviceOrder/list', () => {
  it('returns all orders in the given order', async () => {
    answer('/serviceOrder/list', [second, first]);
    expect((await listServiceOrders()).map((order) => order.ServiceOrderNbr)).toEqual(['000020', '000019']);
  });

  it('omits entries that are no orders', async () => {
    answer('/serviceOrder/list', [null, second, '000019', first]);
    expect((await listServiceOrders()).map((order) => order.ServiceOrderNbr)).toEqual(['000020', '000019']);
  });

  it.each([null, '', '<!doctype html>', {}, { value: [] }])('rejects %j', async (body) => {
    answer('/serviceOrder/list', body);
    await expect(listServiceOrders()).rejects.toThrow(ValiError);
  });
});

describe('/serviceOrder/get', () => {
  it('returns the first order', async () => {
    answer('/serviceOrder/get', [first, second]);
    expect(await getServiceOrder('000019')).toMatchObject({ ServiceOrderNbr: '000019' });
  });

  it.each([[[]], [null], [''], [[null]]])('returns null for %j', async (body) => {
    answer('/serviceOrder/get', body);
    expect(await getServiceOrder('000019')).toBeNull();
  });

  it.each([{}, first, 'none'])('rejects %j', async (body) => {
    answer('/serviceOrder/get', body);
    await expect(getServiceOrder('000019')).rejects.toThrow(ValiError);
  });

  it.each(['000019', 'A/19', 'A 19', 'A+19', 'A&serviceOrderNbr=20', '#19?', '19%', 'Ü-№19', '..'])(
    'encodes the order number %s',
    async (orderNbr) => {
      const received = answer('/serviceOrder/get', [first]);
      await getServiceOrder(orderNbr);
      const { pathname, searchParams, hash } = new URL(received[0]?.url ?? '');
      expect({ pathname, hash, query: [...searchParams] }).toEqual({
        pathname: '/serviceOrder/get',
        hash: '',
        query: [['serviceOrderNbr', orderNbr]],
      });
    },
  );
});

describe('the notification preferences', () => {
  it.each([
    { email: true, sms: false },
    { email: false, sms: true },
    { email: true, sms: true, contacts: { email: 'a•••@example.com', phone: null } },
  ])('returns %j', async (preferences) => {
    answer('/serviceOrder/get-notification-status', preferences);
    expect(await getNotificationPreferences()).toEqual(preferences);
  });

  it.each([
    null,
    '',
    [],
    {},
    { email: true },
    { email: 'true', sms: false },
    { email: true, sms: 0 },
    { email: true, sms: true, contacts: 'a' },
  ])('rejects %j', async (body) => {
    answer('/serviceOrder/get-notification-status', body);
    await expect(getNotificationPreferences()).rejects.toThrow(ValiError);
  });

  it('are saved without their contacts', async () => {
    const received = answer('/serviceOrder/update-notification-status', {});
    await updateNotificationPreferences({ email: true, sms: false, ...{ contacts: null } });
    expect(await received[0]?.json()).toEqual({ email: true, sms: false });
  });

  it.each([null, '', 'saved', { success: true }, [1]])('are saved if the response is %j', async (body) => {
    answer('/serviceOrder/update-notification-status', body);
    await expect(updateNotificationPreferences({ email: true, sms: true })).resolves.toBeUndefined();
  });
});
