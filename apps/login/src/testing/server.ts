import { holdAnswer, testServer } from '@portal/harness/testing';
import { http, HttpResponse, type DefaultBodyType } from 'msw';
import { handlers } from '../../dev/mocks';

/** Responds as in development, where 123456 is the right code. */
export const server = testServer(...handlers);

export interface StubResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: DefaultBodyType;
}

/** Responds to `path` like this from now on. */
export const respond = (path: string, { body, ...init }: StubResponse): void =>
  server.use(http.post(path, () => HttpResponse.json(body, init)));

/** Responds to `path` with success once the test calls `release`. */
export const hold = (path: string): { release: () => void; received: () => number } => {
  const { held, release } = holdAnswer();
  let received = 0;
  server.use(
    http.post(path, async () => {
      received += 1;
      await held;
      return HttpResponse.json({ success: true });
    }),
  );
  return { release, received: () => received };
};

/** Collects the bodies that `path` receives from now on. The call then gets its usual response. */
export const recordBodies = (path: string): unknown[] => {
  const bodies: unknown[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      bodies.push(await request.clone().json());
    }),
  );
  return bodies;
};
