import { isAxiosError } from 'axios';
import type { JsonBodyType } from 'msw';
import { answer, cutOff } from '../testing/server';
import { getNotificationPreferences } from './get-notification-preferences';
import { getServiceOrder } from './get-service-order';
import { listServiceOrders } from './list-service-orders';
import { requestEmailCode } from './request-email-code';
import { requestPhoneCode } from './request-phone-code';
import { updateNotificationPreferences } from './update-notification-preferences';
import { verifyEmailCode } from './verify-email-code';
import { verifyPhoneCode } from './verify-phone-code';

interface Call {
  method: 'GET' | 'POST';
  path: string;
  query?: string;
  payload?: Record<string, unknown>;
  send: () => Promise<unknown>;
  answered: JsonBodyType;
}

const email = { email: 'ann@example.com' };
const phone = { phone: '+1 555 0100' };
const code = { code: '123456' };
const preferences = { email: true, sms: false };
const sent = { success: true, message: 'Sent.' };

/** Specification section 7, but for /auth-check, which no status makes fail. */
const CALLS: Call[] = [
  {
    method: 'POST',
    path: '/customer-login/email',
    payload: email,
    send: () => requestEmailCode(email),
    answered: sent,
  },
  {
    method: 'POST',
    path: '/customer-login/phone',
    payload: phone,
    send: () => requestPhoneCode(phone),
    answered: sent,
  },
  {
    method: 'POST',
    path: '/customer-login/email/verify',
    payload: { ...email, ...code },
    send: () => verifyEmailCode({ ...email, ...code }),
    answered: sent,
  },
  {
    method: 'POST',
    path: '/customer-login/phone/verify',
    payload: { ...phone, ...code },
    send: () => verifyPhoneCode({ ...phone, ...code }),
    answered: sent,
  },
  { method: 'GET', path: '/serviceOrder/list', send: () => listServiceOrders(), answered: [] },
  {
    method: 'GET',
    path: '/serviceOrder/get',
    query: '?serviceOrderNbr=000019',
    send: () => getServiceOrder('000019'),
    answered: [],
  },
  {
    method: 'GET',
    path: '/serviceOrder/get-notification-status',
    send: () => getNotificationPreferences(),
    answered: preferences,
  },
  {
    method: 'POST',
    path: '/serviceOrder/update-notification-status',
    payload: preferences,
    send: () => updateNotificationPreferences(preferences),
    answered: {},
  },
];

describe.each(CALLS)('$method $path', ({ method, path, query = '', payload, send, answered }) => {
  it('is sent with credentials, and nothing but its payload', async () => {
    const received = answer(path, answered);
    await send();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method,
      url: `http://localhost${path}${query}`,
      credentials: 'include',
    });
    expect(await received[0]?.text()).toBe(payload ? JSON.stringify(payload) : '');
  });

  it('asks for JSON, and says that its body is JSON', async () => {
    const received = answer(path, answered);
    await send();
    expect(received[0]?.headers.get('Accept')).toMatch(/^application\/json/);
    expect(received[0]?.headers.get('Content-Type')).toBe(payload ? 'application/json' : null);
  });

  it.each([200, 201, 299])('succeeds with status %i', async (status) => {
    answer(path, answered, { status });
    await expect(send()).resolves.not.toThrow();
  });

  it.each([300, 400, 401, 404, 429, 500, 503])('fails with status %i', async (status) => {
    answer(path, answered, { status });
    await expect(send()).rejects.toMatchObject({ response: { status } });
  });

  it('fails when the server cannot be reached', async () => {
    cutOff(path);
    const failure = await send().catch((error: unknown) => error);
    expect(isAxiosError(failure) && failure.response).toBeUndefined();
  });
});
