import { BRAND, holdAnswer, RemoteScreens, renderInPortal, testServer } from '@portal/harness/testing';
import type { Brand } from '@portal/contract';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { handlers } from '../../dev/mocks';
import remote from '../remote';

/** Responds as in development, until a test replaces a response. */
export const server = testServer(...handlers);

/** The calls of this remote (specification section 7). */
type Call = 'list' | 'get';

const respondWith = (call: Call, respond: () => Response | Promise<Response>) =>
  server.use(http.get(`*/serviceOrder/${call}`, respond));

/** Responds to a call with `body` from now on. */
export const respond = (call: Call, body: JsonBodyType) => respondWith(call, () => HttpResponse.json(body));

/** Fails a call from now on. */
export const fail = (call: Call) =>
  respondWith(call, () => HttpResponse.json({ success: false, message: 'Out of order' }, { status: 500 }));

/** Responds to a call with `body` once the test calls `release`. */
export const hold = (call: Call, body: JsonBodyType) => {
  const { held, release } = holdAnswer();
  respondWith(call, async () => {
    await held;
    return HttpResponse.json(body);
  });
  return { release };
};

/** Renders the screen at `path` and returns its user. */
export const show = (path: string, brand: Brand = BRAND) =>
  renderInPortal(<RemoteScreens {...remote} />, { path, brand }).user;

export { BRAND };

const originalWidth = window.innerWidth;

/** Resizes the window, in CSS pixels. */
export const setViewport = (width: number): void => {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
};

afterEach(() => {
  window.innerWidth = originalWidth;
});
