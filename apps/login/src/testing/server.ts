import { http, HttpResponse, type DefaultBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { handlers } from '../../dev/mocks';

/** The mocked calls of the harness, answered in Jest; 123456 is the right code. */
export const server = setupServer(...handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: DefaultBodyType;
}

/** From here on, `path` is answered like this. */
export const answer = (path: string, { body, ...init }: Answer): void =>
  server.use(http.post(path, () => HttpResponse.json(body, init)));

/** From here on, `path` is not answered before `release` is called. */
export const holdBack = (path: string): { release: () => void; received: () => number } => {
  let received = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post(path, async () => {
      received += 1;
      await released;
      return HttpResponse.json({ success: true });
    }),
  );
  return { release, received: () => received };
};

/** The bodies that `path` is sent from here on. */
export const recordBodies = (path: string): unknown[] => {
  const bodies: unknown[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      // A copy is read, and the call goes on to its usual answer.
      bodies.push(await request.clone().json());
    }),
  );
  return bodies;
};
