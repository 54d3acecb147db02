import { testServer } from '@portal/harness/testing/server';
import { http, HttpResponse } from 'msw';

/** A server at which somebody is signed in, and which knows of no newer versions; each test changes what it is about. */
export const server = testServer(
  http.get('/auth-check', () => HttpResponse.json({})),
  http.get('/registry.json', () => new HttpResponse(null, { status: 503 })),
  http.post('/logout', () => HttpResponse.json({ success: true })),
);

/** The server says that nobody is signed in. */
export const nobodySignedIn = () =>
  server.use(http.get('/auth-check', () => new HttpResponse(null, { status: 401 })));

/** Every address that was called with `method` from now on, in order. */
export const callsOf = (method: string): string[] => {
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.method === method) calls.push(new URL(request.url).pathname);
  });
  return calls;
};
