import type { RequestHandler } from 'msw';
import { setupServer } from 'msw/node';

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
  return server;
};

/** Delays a response: a handler awaits `held`, the test calls `release`. */
export const holdAnswer = () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release };
};
