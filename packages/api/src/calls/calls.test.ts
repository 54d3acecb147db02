import { testServer } from '../testing/test-server';
import { QueryClient } from '@tanstack/react-query';
import { http as msw, HttpResponse, type JsonBodyType } from 'msw';
import { ValiError } from 'valibot';
import { http } from '../http';
import { answerOrder, uploadAnswerFile } from './answers';
import { logOut } from './log-out';
import { muteOrder, notificationEventsOptions, updateNotificationEvents } from './notification-events';
import {
  notificationPreferencesOptions,
  testNotification,
  updateNotificationPreferences,
} from './notification-preferences';
import { serviceOrderOptions, serviceOrdersOptions } from './service-orders';
import { endSessions, sessionsOptions } from './sessions';
import { requestCode, verifyCode } from './sign-in';

const server = testServer();
const { respond, cutOff } = server;

interface Call {
  call: `${'GET' | 'POST'} /${string}`;
  payload?: Record<string, unknown>;
  send: () => Promise<unknown>;
  /** Bodies, and what the call returns for them. */
  returns: [body: JsonBodyType, result: unknown][];
  rejects: JsonBodyType[];
}

const preferences = { email: true, sms: false };
const withContacts = { ...preferences, contacts: { email: 'a•••@example.com', phone: null } };
const first = { ServiceOrderNbr: { value: '000019' } };
const second = { ServiceOrderNbr: { value: '000020' } };
const numbered = (ServiceOrderNbr: string) => expect.objectContaining({ ServiceOrderNbr });

/** Responses with `success` and `message`, as other servers may write them, too. */
const sent = { success: true, message: 'Sent.' };
const outcomes: Pick<Call, 'returns' | 'rejects'> = {
  returns: [
    [sent, sent],
    [{ success: false, message: null }, { success: false }],
    [{ success: false, message: ' ' }, { success: false }],
    [{ message: 'Wrong code.' }, { success: false, message: 'Wrong code.' }],
    [{}, { success: false }],
  ],
  rejects: [null, '', 'ok', { success: 'true' }],
};

/** Any response means saved; specification section 7 does not show it. */
const saved: Pick<Call, 'returns' | 'rejects'> = {
  returns: [null, '', 'saved', { success: true }, [1]].map((body) => [body, undefined]),
  rejects: [],
};

const events = { status: false, entries: true, isReached: true, mutedOrders: ['000018'] };
const answer = { serviceOrderNbr: '000019', question: 'q-1', choice: 'yes', key: '1' };
const session = {
  id: '1',
  device: 'Safari on iPhone',
  country: null,
  isCurrent: true,
  lastUsedAt: '2026-03-05T10:00:00Z',
};

/** The calls of specification section 7, and those of the portal's own; /auth-check has a test of its own. */
const CALLS: Call[] = [
  ...(['email', 'phone'] as const).flatMap((method): Call[] => [
    {
      call: `POST /customer-login/${method}`,
      payload: { [method]: 'ann' },
      send: () => requestCode(method, 'ann'),
      ...outcomes,
    },
    {
      call: `POST /customer-login/${method}/verify`,
      payload: { [method]: 'ann', code: '123456' },
      send: () => verifyCode(method, 'ann', '123456'),
      ...outcomes,
    },
  ]),
  {
    call: 'GET /serviceOrder/list',
    send: () => new QueryClient().query(serviceOrdersOptions),
    returns: [
      [
        [null, second, '000019', first],
        [numbered('000020'), numbered('000019')],
      ],
      [[], []],
    ],
    rejects: [null, '', 'none', {}, { value: [] }],
  },
  {
    call: 'GET /serviceOrder/get?serviceOrderNbr=000019',
    send: () => new QueryClient().query(serviceOrderOptions('000019')),
    returns: [
      [[first, second], numbered('000019')],
      ...[[], null, '', [null]].map((body): [JsonBodyType, null] => [body, null]),
    ],
    rejects: [{}, first, 'none'],
  },
  {
    call: 'GET /serviceOrder/get-notification-status',
    send: () => new QueryClient().query(notificationPreferencesOptions),
    returns: [
      [preferences, preferences],
      [withContacts, withContacts],
    ],
    rejects: [null, '', { email: true }, { email: 'true', sms: false }, { ...preferences, contacts: 'a' }],
  },
  {
    call: 'POST /serviceOrder/update-notification-status',
    payload: preferences,
    send: () => updateNotificationPreferences(withContacts),
    ...saved,
  },
  {
    call: 'GET /notification-preferences/events',
    send: () => new QueryClient().query(notificationEventsOptions),
    returns: [
      [events, events],
      [null, null],
    ],
    rejects: ['', [], { ...events, mutedOrders: [19] }, { status: true, entries: true }],
  },
  {
    call: 'POST /notification-preferences/events',
    payload: { status: false, entries: true },
    send: () => updateNotificationEvents(events),
    ...saved,
  },
  {
    call: 'POST /orders/mute',
    payload: { serviceOrderNbr: '000019', muted: true },
    send: () => muteOrder({ serviceOrderNbr: '000019', muted: true }),
    ...saved,
  },
  {
    call: 'POST /orders/answer',
    payload: answer,
    send: () => answerOrder(answer),
    ...outcomes,
  },
  {
    call: 'GET /sessions',
    send: () => new QueryClient().query(sessionsOptions('en')),
    returns: [
      [[session], [session]],
      [null, null],
    ],
    rejects: ['', {}, [{ ...session, id: 1 }]],
  },
  { call: 'POST /sessions/end', payload: { id: '1' }, send: () => endSessions({ id: '1' }), ...saved },
  { call: 'POST /notification-preferences/test', send: testNotification, ...outcomes },
  {
    call: 'POST /logout',
    send: () => logOut(),
    returns: [
      [{ success: true }, undefined],
      ['', undefined],
      [{ success: true, redirect: 'https://id.example/end' }, 'https://id.example/end'],
    ],
    rejects: [],
  },
];

describe.each(CALLS)('$call', ({ call, payload, send, returns, rejects }) => {
  const [method, url = ''] = call.split(' ');
  const [path = ''] = url.split('?');
  const [[good] = [null]] = returns;

  it('sends credentials and its payload only, and sends and accepts JSON', async () => {
    const received = respond(path, good);
    await send();
    expect(received).toHaveLength(1);
    const [request] = received;
    expect(request).toMatchObject({ method, url: `http://localhost${url}`, credentials: 'include' });
    expect(await request?.text()).toBe(payload ? JSON.stringify(payload) : '');
    expect(request?.headers.get('Accept')).toMatch(/^application\/json/);
    expect(request?.headers.get('Content-Type')).toBe(payload ? 'application/json' : null);
  });

  it.each(returns)('reads %j as %j', async (body, result) => {
    respond(path, body);
    expect(await send()).toEqual(result);
  });

  if (rejects.length > 0)
    it.each(rejects)('rejects %j', async (body) => {
      respond(path, body);
      await expect(send()).rejects.toThrow(ValiError);
    });

  it('succeeds with status 201, and fails with 300, 401 and 503', async () => {
    respond(path, good, { status: 201 });
    await expect(send()).resolves.not.toThrow();
    for (const status of [300, 401, 503]) {
      respond(path, good, { status });
      await expect(send()).rejects.toMatchObject({ response: { status } });
    }
  });

  it('fails with a page in place of JSON, and without a connection', async () => {
    server.use(msw.all(path, () => HttpResponse.html('<!doctype html><title>Public network</title>')));
    await expect(send()).rejects.toThrow(/was answered with a page/);
    cutOff(path);
    await expect(send()).rejects.toMatchObject({ code: 'ERR_NETWORK' });
  });
});

it.each([
  ['/sessions', () => new QueryClient().query(sessionsOptions('en'))],
  ['/notification-preferences/events', () => new QueryClient().query(notificationEventsOptions)],
])('a server without %s offers nothing', async (path, send) => {
  server.use(msw.get(path, () => HttpResponse.html('Not found', { status: 404 })));
  expect(await send()).toBeNull();
});

it('sends a file as a form', async () => {
  const stored = { id: '1', name: 'plate.jpg', size: 5 };
  const received = respond('/orders/answer/files', stored);
  const file = new File(['photo'], 'plate.jpg', { type: 'image/jpeg' });
  expect(await uploadAnswerFile({ file, signal: new AbortController().signal })).toEqual(stored);
  expect(received[0]?.headers.get('Content-Type')).toMatch(/^multipart\/form-data/);
});

it('logs out without waiting longer than five seconds', async () => {
  respond('/logout', {});
  const post = jest.spyOn(http, 'post');
  await logOut();
  expect(post).toHaveBeenCalledWith('/logout', undefined, expect.objectContaining({ timeout: 5000 }));
});

it('deletes what was entered and not sent when the customer logs out', async () => {
  respond('/logout', {});
  sessionStorage.setItem('portal-draft A7', 'The key is under the mat.');
  sessionStorage.setItem('of another page', 'kept');
  await logOut();
  expect({ ...sessionStorage }).toEqual({ 'of another page': 'kept' });
});
