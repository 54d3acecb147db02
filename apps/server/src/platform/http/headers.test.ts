import Fastify from 'fastify';
import { connections } from './connections';
import { errorResponses } from './errors';
import { dropForwardedPorts, secureResponses } from './headers';
import type { App, ValibotTypes } from './validation';

let app: App;
beforeEach(() => {
  app = Fastify({ ...connections(true), trustProxy: 'loopback' }).withTypeProvider<ValibotTypes>();
  dropForwardedPorts(app);
  secureResponses(app, { https: true });
  errorResponses(app);
  app.get('/', async ({ ip, ips }) => ({ ip, ips }));
});
afterEach(() => app.close());

test.each([
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8::7]:5678', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['192.0.2.1, 203.0.113.7:443', '203.0.113.7'],
  ['192.0.2.1, 203.0.113.7:443, 127.0.0.1:80', '203.0.113.7'],
])('X-Forwarded-For: %s names the client %s', async (forwarded, ip) => {
  const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } });
  expect(answer.json()).toMatchObject({ ip });
});
