import { isAxiosError } from 'axios';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { answer, cutOff, server } from '../testing/server';
import {
  getNotificationPreferences,
  testNotification,
  updateNotificationPreferences,
} from './notification-preferences';
import { getServiceOrder, listServiceOrders } from './service-orders';
import { requestEmailCode, requestPhoneCode, verifyEmailCode, verifyPhoneCode } from './sign-in';

interface Call {
  method: 'GET' | 'POST';
  path: string;
  query?: string;
  payload?: Record<string, unknown>;
  send: () => Promise<unknown>;
  response: JsonBodyType;
}

const email = { email: 'ann@example.com' };
const phone = { phone: '+1 555 0100' };
const code = { code: '123456' };
const preferences = { email: true, sms: false };
const sent = { success: true, message: 'Sent.' };

/** The calls of specification section 7 and the test message, without /auth-check, which no status makes fail. */
const CALLS: Call[] = [
  {
    method: 'POST',
    path: '/customer-login/email',
    payload: email,
    send: () => requestEmailCode(email),
    response: sent,
  },
  {
    method: 'POST',
    path: '/customer-login/phone',
    payload: phone,
    send: () => requestPhoneCode(phone),
    response: sent,
  },
  {
    method: 'POST',
    path: '/customer-login/email/verify',
    payload: { ...email, ...code },
    send: () => verifyEmailCode({ ...email, ...code }),
    response: sent,
  },
  {
    method: 'POST',
    path: '/customer-login/phone/verify',
    payload: { ...phone, ...code },
    send: () => verifyPhoneCode({ ...phone, ...code }),
    response: sent,
  },
  { method: 'GET', path: '/serviceOrder/list', send: () => listServiceOrders(), response: [] },
  {
    method: 'GET',
    path: '/serviceOrder/get',
    query: '?serviceOrderNbr=000019',
    send: () => getServiceOrder('000019'),
    response: [],
  },
  {
    method: 'GET',
    path: '/serviceOrder/get-notification-status',
    send: () => getNotificationPreferences(),
    response: preferences,
  },
  {
    method: 'POST',
    path: '/serviceOrder/update-notification-status',
    payload: preferences,
    send: () => updateNotificationPreferences(preferences),
    response: {},
  },
  { method: 'POST', path: '/notification-preferences/test', send: () => testNotification(), response: sent },
];

describe.each(CALLS)('$method $path', ({ method, path, query = '', payload, send, response }) => {
  it('sends credentials and its payload only', async () => {
    const received = answer(path, response);
    await send();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method,
      url: `http://localhost${path}${query}`,
      credentials: 'include',
    });
    expect(await received[0]?.text()).toBe(payload ? JSON.stringify(payload) : '');
  });

  it('sends and accepts JSON', async () => {
    const received = answer(path, response);
    await send();
    expect(received[0]?.headers.get('Accept')).toMatch(/^application\/json/);
    expect(received[0]?.headers.get('Content-Type')).toBe(payload ? 'application/json' : null);
  });

  it.each([200, 201, 299])('succeeds with status %i', async (status) => {
    answer(path, response, { status });
    await expect(send()).resolves.not.toThrow();
  });

  it.each([300, 400, 401, 404, 429, 500, 503])('fails with status %i', async (status) => {
    answer(path, response, { status });
    await expect(send()).rejects.toMatchObject({ response: { status } });
  });

  it('fails with a page in place of JSON', async () => {
    server.use(http.all(path, () => HttpResponse.html('<!doctype html><title>Public network</title>')));
    await expect(send()).rejects.toThrow(/was answered with a page/);
  });

  it('fails without a connection', async () => {
    cutOff(path);
    const failure = await send().catch((error: unknown) => error);
    expect(isAxiosError(failure) && failure.response).toBeUndefined();
  });
});
