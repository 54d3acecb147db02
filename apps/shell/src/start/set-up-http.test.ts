import { http } from '@portal/api';
import { CALLS_AHEAD_EVENT, type CallsAhead } from '@portal/contract';
import { http as msw, HttpResponse } from 'msw';
import { callsOf, server } from '../testing/server';
import { setUpHttp } from './set-up-http';

const { adapter } = http.defaults;
let stop: (() => void) | undefined;
// A page may mount and unmount its portal a hundred times.
afterEach(() => {
  stop?.();
  expect(http.defaults.adapter).toBe(adapter);
});

/** What the page's script does: it has sent these calls, and hands over their responses. */
const pageSent = (responses: Record<string, Response | undefined>) => {
  const calls: CallsAhead = new Map(
    Object.entries(responses).map(([url, response]) => [url, Promise.resolve(response)]),
  );
  document.addEventListener(
    CALLS_AHEAD_EVENT,
    ({ detail: take }: CustomEventInit<(calls: CallsAhead) => void>) => take?.(calls),
    { once: true },
  );
  stop = setUpHttp('');
};

beforeEach(() =>
  server.use(
    msw.get('/serviceOrder/get', () => HttpResponse.json(['asked now'])),
    msw.post('/customer-login/email', () => HttpResponse.json({ success: true })),
  ),
);

const CALL = '/serviceOrder/get?serviceOrderNbr=19';
const ask = async () =>
  (await http.get<unknown>('/serviceOrder/get', { params: { serviceOrderNbr: '19' } })).data;

it('gives the response to the first call of its URL', async () => {
  const sent = callsOf('GET');
  pageSent({ [CALL]: HttpResponse.json(['sent ahead']) });
  expect(await ask()).toEqual(['sent ahead']);
  expect(sent).toEqual([]);
  expect(await ask()).toEqual(['asked now']);
});

it.each([
  ['was refused', HttpResponse.json({}, { status: 401 })],
  ['did not arrive', undefined],
])('sends a call again whose response %s', async (_, response) => {
  pageSent({ [CALL]: response });
  expect(await ask()).toEqual(['asked now']);
});

it('takes a refusal for a call that accepts any status', async () => {
  pageSent({ '/auth-check': new HttpResponse(null, { status: 401 }) });
  expect((await http.get('/auth-check', { validateStatus: () => true })).status).toBe(401);
});

it('forgets all responses when a POST may change who is signed in', async () => {
  pageSent({ [CALL]: HttpResponse.json(['of the customer before']) });
  await http.post('/customer-login/email', {});
  expect(await ask()).toEqual(['asked now']);
});

it('sends the token of the last response, not the cookie that another site of the company has set', async () => {
  document.cookie = 'XSRF-TOKEN=of-the-company';
  pageSent({ '/auth-check': new HttpResponse(null, { headers: { 'x-xsrf-token': 'ours' } }) });
  const sent: (string | null)[] = [];
  server.use(
    msw.post('/customer-login/email', ({ request }) => {
      sent.push(request.headers.get('x-xsrf-token'));
      return HttpResponse.json({ success: true });
    }),
  );
  await http.get('/auth-check');
  await http.post('/customer-login/email', {});
  expect(sent).toEqual(['ours']);
  document.cookie = 'XSRF-TOKEN=; Max-Age=0';
});

it('leaves the client as it is when the page has sent no calls, as at every later mount', () => {
  stop = setUpHttp('');
  expect(http.defaults.adapter).toBe(adapter);
});
