import { ValiError } from 'valibot';
import { answer } from '../testing/server';
import { getNotificationPreferences } from './get-notification-preferences';
import { getServiceOrder } from './get-service-order';
import { listServiceOrders } from './list-service-orders';
import { requestEmailCode } from './request-email-code';
import { requestPhoneCode } from './request-phone-code';
import { updateNotificationPreferences } from './update-notification-preferences';
import { verifyEmailCode } from './verify-email-code';
import { verifyPhoneCode } from './verify-phone-code';

const first = { ServiceOrderNbr: { value: '000019' } };
const second = { ServiceOrderNbr: { value: '000020' } };

describe.each([
  ['/customer-login/email', () => requestEmailCode({ email: '' })],
  ['/customer-login/phone', () => requestPhoneCode({ phone: '' })],
  ['/customer-login/email/verify', () => verifyEmailCode({ email: '', code: '' })],
  ['/customer-login/phone/verify', () => verifyPhoneCode({ phone: '', code: '' })],
])('%s', (path, send) => {
  it.each([{ success: true, message: 'Sent.' }, { success: false }, { success: false, message: null }])(
    'hands on %j',
    async (outcome) => {
      answer(path, outcome);
      expect(await send()).toEqual(outcome);
    },
  );

  it.each([null, '', 'ok', [], {}, { success: 'true' }, { message: 'Sent.' }, { success: true, message: 5 }])(
    'refuses %j',
    async (body) => {
      answer(path, body);
      await expect(send()).rejects.toThrow(ValiError);
    },
  );
});

describe('the list', () => {
  it('has all orders, as they come', async () => {
    answer('/serviceOrder/list', [second, first]);
    expect((await listServiceOrders()).map((order) => order.ServiceOrderNbr)).toEqual(['000020', '000019']);
  });

  it.each([null, '', '<!doctype html>', {}, { value: [] }, [null], ['000019']])(
    'refuses %j',
    async (body) => {
      answer('/serviceOrder/list', body);
      await expect(listServiceOrders()).rejects.toThrow(ValiError);
    },
  );
});

describe('one order', () => {
  it('is the first of the answer', async () => {
    answer('/serviceOrder/get', [first, second]);
    expect(await getServiceOrder('000019')).toMatchObject({ ServiceOrderNbr: '000019' });
  });

  it('is null when nothing is answered', async () => {
    answer('/serviceOrder/get', []);
    expect(await getServiceOrder('000019')).toBeNull();
  });

  it.each([null, '', {}, first, [null]])('refuses %j', async (body) => {
    answer('/serviceOrder/get', body);
    await expect(getServiceOrder('000019')).rejects.toThrow(ValiError);
  });

  it.each(['000019', 'A/19', 'A 19', 'A+19', 'A&serviceOrderNbr=20', '#19?', '19%', 'Ü-№19', '..'])(
    'is asked for by its whole number: %s',
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

describe('the preferences', () => {
  it.each([
    { email: true, sms: false },
    { email: false, sms: true },
  ])('are %j', async (preferences) => {
    answer('/serviceOrder/get-notification-status', preferences);
    expect(await getNotificationPreferences()).toEqual(preferences);
  });

  it.each([null, '', [], {}, { email: true }, { email: 'true', sms: false }, { email: true, sms: 0 }])(
    'refuse %j',
    async (body) => {
      answer('/serviceOrder/get-notification-status', body);
      await expect(getNotificationPreferences()).rejects.toThrow(ValiError);
    },
  );

  it.each([null, '', 'saved', { success: true }, [1]])('are saved when the answer is %j', async (body) => {
    answer('/serviceOrder/update-notification-status', body);
    await expect(updateNotificationPreferences({ email: true, sms: true })).resolves.toBeUndefined();
  });
});
