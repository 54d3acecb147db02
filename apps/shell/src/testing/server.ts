import { testServer } from '@portal/api/testing';
import { http, HttpResponse } from 'msw';

/** A server with a signed-in customer and no newer versions. Each test overrides its subject. */
export const server = testServer(
  http.get('/auth-check', () => HttpResponse.json({})),
  http.get('/registry.json', () => new HttpResponse(null, { status: 503 })),
  http.post('/logout', () => HttpResponse.json({ success: true })),
);

/** From now on, nobody is signed in. */
export const nobodySignedIn = () =>
  server.use(http.get('/auth-check', () => new HttpResponse(null, { status: 401 })));

/** Records the paths called with `method` from now on. */
export const callsOf = (method: string): string[] => {
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.method === method) calls.push(new URL(request.url).pathname);
  });
  return calls;
};
