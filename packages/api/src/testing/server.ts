import { testServer } from '@portal/harness/testing/server';
import { http, HttpResponse, type JsonBodyType } from 'msw';

/** Responds to no call until a test adds a handler. */
export const server = testServer();

/**
 * Responds to every method of `path` from now on.
 * @returns the requests received, in order
 */
export const respond = (path: string, body: JsonBodyType, init?: ResponseInit): Request[] => {
  const received: Request[] = [];
  server.use(
    http.all(path, ({ request }) => {
      received.push(request.clone());
      return HttpResponse.json(body, init);
    }),
  );
  return received;
};

/** Makes `path` unreachable from now on. */
export const cutOff = (path: string): void => server.use(http.all(path, () => HttpResponse.error()));
