import { http, serverMessage } from '@portal/api';
import * as msw from 'msw';
import { setupServer } from 'msw/node';
import { createClient } from './client';

/* The calls of a screen in a portal at /account. */

const OK = () => msw.HttpResponse.json({ success: true });
let requests: Request[];
let respond: () => Response;

const server = setupServer(
  msw.http.all('*', ({ request }) => {
    requests.push(request.clone());
    return respond();
  }),
);
beforeAll(() => server.listen());
beforeEach(() => {
  requests = [];
  respond = OK;
  http.defaults.baseURL = '/account';
});
afterAll(() => {
  delete http.defaults.baseURL;
  server.close();
});

const client = createClient({ name: 'visits' });

it('calls the back end of its remote, below the path of the portal', async () => {
  expect(await client.get('/days', { params: { from: 7 } })).toEqual({ success: true });
  await client.delete('/days/7');
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://localhost/account/api/visits/days?from=7',
    'DELETE http://localhost/account/api/visits/days/7',
  ]);
});

it.each(['post', 'put', 'patch'] as const)('%s sends JSON', async (method) => {
  await client[method]('/days', { day: 7 });
  expect(requests[0]?.method).toBe(method.toUpperCase());
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(await requests[0]?.json()).toEqual({ day: 7 });
});

it('fails as the calls of the portal do', async () => {
  respond = () => msw.HttpResponse.json({ success: false, message: 'Choose another day.' }, { status: 409 });
  const error: unknown = await client.post('/days').catch((thrown: unknown) => thrown);
  expect(serverMessage(error)).toBe('Choose another day.');
});

it('ends a call that no screen needs any more, and passes nothing else of a query on', async () => {
  const gone = new AbortController();
  gone.abort();
  await expect(client.get('/days', { signal: gone.signal })).rejects.toMatchObject({ code: 'ERR_CANCELED' });
  const query = { signal: new AbortController().signal, headers: { 'x-client': 'a query has more' } };
  await client.get('/days', query);
  expect(requests[0]?.headers.has('x-client')).toBe(false);
});
