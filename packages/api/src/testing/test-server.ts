import { http, HttpResponse, type JsonBodyType, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';

/** Delays a response: a handler awaits `held`, the test calls `release`. */
export const holdResponse = () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release };
};

interface ResponseOptions extends ResponseInit {
  /** The response waits until it is resolved. */
  held?: Promise<void> | undefined;
}

/**
 * An MSW server for the tests of one file. An unhandled call fails the test; handlers and listeners that a test adds
 * are removed after it.
 * @param handlers the responses until a test replaces them, such as those of `dev/mocks.ts`
 */
export const testServer = (...handlers: RequestHandler[]) => {
  const server = setupServer(...handlers);
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    server.resetHandlers();
    server.events.removeAllListeners();
  });
  afterAll(() => server.close());

  /** Responds to every method of `path` from now on, and returns the requests received. */
  const respond = (path: string, body: JsonBodyType, { held, ...init }: ResponseOptions = {}) => {
    const received: Request[] = [];
    server.use(
      http.all(path, async ({ request }) => {
        received.push(request.clone());
        await held;
        return HttpResponse.json(body, init);
      }),
    );
    return received;
  };

  return Object.assign(server, {
    respond,
    /** Responds to `path` with an error from now on. */
    fail: (path: string) => respond(path, { success: false, message: 'Out of order' }, { status: 500 }),
    /** Responds to `path` with `body` once the test calls `release`. */
    hold: (path: string, body: JsonBodyType) => {
      const { held, release } = holdResponse();
      return { release, received: respond(path, body, { held }) };
    },
    /** Makes `path` unreachable from now on. */
    cutOff: (path: string): void => server.use(http.all(path, () => HttpResponse.error())),
    /** Collects the bodies that `path` receives from now on. The call then gets its usual response. */
    recordBodies: (path: string): unknown[] => {
      const bodies: unknown[] = [];
      server.use(
        http.all(path, async ({ request }) => {
          bodies.push(await request.clone().json());
        }),
      );
      return bodies;
    },
  });
};
