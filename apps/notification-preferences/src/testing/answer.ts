import { http, HttpResponse, type JsonBodyType } from 'msw';
import { server } from './server';

const READ = '*/serviceOrder/get-notification-status';
const UPDATE = '*/serviceOrder/update-notification-status';
const REFUSED = { success: false, message: 'Out of order' };

/** Makes the preferences of the server these from now on. */
export const stored = (preferences: JsonBodyType) =>
  server.use(http.get(READ, () => HttpResponse.json(preferences)));

export const failToLoad = () => server.use(http.get(READ, () => HttpResponse.json(REFUSED, { status: 500 })));

/** Makes each load wait from now on, until it is let go on. */
export const holdLoad = (preferences: JsonBodyType) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  server.use(
    http.get(READ, async () => {
      await held;
      return HttpResponse.json(preferences);
    }),
  );
  return { release: () => release() };
};

export const failToSave = () =>
  server.use(http.post(UPDATE, () => HttpResponse.json(REFUSED, { status: 500 })));

/** Records what is saved; with `hold`, each save waits until it is let go on. */
export const recordSaves = () => {
  const saves: unknown[] = [];
  let held: Promise<void> | undefined;
  server.use(
    http.post(UPDATE, async ({ request }) => {
      saves.push(await request.json());
      await held;
      return HttpResponse.json({ success: true });
    }),
  );
  const hold = () => {
    let release = () => {};
    held = new Promise((resolve) => (release = resolve));
    return { release: () => release() };
  };
  return { saves, hold };
};
