import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

/** A server that knows no call until a test says how it is answered. */
export const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/**
 * From here on, `path` is answered like this to every method.
 * @returns the requests that it receives, in order
 */
export const answer = (path: string, body: JsonBodyType, init?: ResponseInit): Request[] => {
  const received: Request[] = [];
  server.use(
    http.all(path, ({ request }) => {
      received.push(request.clone());
      return HttpResponse.json(body, init);
    }),
  );
  return received;
};

/** From here on, `path` cannot be reached. */
export const cutOff = (path: string): void => server.use(http.all(path, () => HttpResponse.error()));
