import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { http, serverMessage } from '@portal/api';
import { createClient } from './client';

/* The calls of a screen, over HTTP, in a portal at /account. */

let server: Server;
let requests: { call: string; headers: IncomingHttpHeaders; body: string }[];
let status: number;

beforeEach(async () => {
  [requests, status] = [[], 200];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ call: `${request.method} ${request.url}`, headers: request.headers, body });
      const answer = { success: status === 200, message: 'Choose another day.' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  http.defaults.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/account`;
});
afterEach(async () => {
  delete http.defaults.baseURL;
  await new Promise((closed) => server.close(closed));
});

const client = createClient({ name: 'visits' });

it('calls the back end of its remote, below the path of the portal', async () => {
  expect(await client.get('/days', { params: { from: 7 } })).toMatchObject({ success: true });
  await client.delete('/days/7');
  expect(requests.map(({ call }) => call)).toEqual([
    'GET /account/api/visits/days?from=7',
    'DELETE /account/api/visits/days/7',
  ]);
});

it.each(['post', 'put', 'patch'] as const)('%s sends JSON', async (method) => {
  await client[method]('/days', { day: 7 });
  expect(requests[0]).toMatchObject({
    call: `${method.toUpperCase()} /account/api/visits/days`,
    headers: { 'content-type': 'application/json' },
    body: '{"day":7}',
  });
});

it('fails as the calls of the portal do', async () => {
  status = 409;
  const error: unknown = await client.post('/days').catch((thrown: unknown) => thrown);
  expect(serverMessage(error)).toBe('Choose another day.');
});

it('ends a call that no screen needs any more, and passes nothing else of a query on', async () => {
  const gone = new AbortController();
  gone.abort();
  await expect(client.get('/days', { signal: gone.signal })).rejects.toMatchObject({ code: 'ERR_CANCELED' });
  const query = { signal: new AbortController().signal, headers: { 'x-client': 'a query has more' } };
  await client.get('/days', query);
  expect(requests[0]?.headers).not.toHaveProperty('x-client');
});
