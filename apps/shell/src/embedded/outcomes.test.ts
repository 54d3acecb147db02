import { http, HttpResponse } from 'msw';
import type { PortalEvent } from 'embed/contract';
import { server } from '../testing/server';
import { createOwnAxios } from '../remotes/federation/share-scope';
import { reportOutcomes } from './outcomes';

const refused = () => HttpResponse.json({ success: false, message: 'No.' }, { status: 400 });
const done = () => HttpResponse.json({ success: true, message: '' });

/** The outcomes that a portal reports for a call; after it has stopped, it reports none. */
const outcomesOf = async (path: string, response: () => Response | Promise<Response>) => {
  server.use(http.post(path, response));
  const emitted: PortalEvent[] = [];
  const stop = reportOutcomes((event) => void emitted.push(event));
  const call = () =>
    createOwnAxios()
      .post(path)
      .catch(() => undefined);
  await call();
  stop();
  await call();
  return emitted;
};

it.each([
  ['/customer-login/email', done, 'code-requested'],
  ['/customer-login/phone', done, 'code-requested'],
  ['/customer-login/email/verify', done, 'signed-in'],
  ['/customer-login/phone/verify', refused, 'code-refused'],
  [
    '/customer-login/email/verify',
    () => HttpResponse.json({ success: false, message: 'No.' }),
    'code-refused',
  ],
  ['/serviceOrder/update-notification-status', done, 'preferences-saved'],
  ['/serviceOrder/update-notification-status', () => new HttpResponse(null, { status: 503 }), 'call-failed'],
  ['/logout', () => HttpResponse.error(), 'call-failed'],
  ['/customer-login/email', refused, undefined],
  ['/logout', done, undefined],
  ['/logout', () => new HttpResponse(null, { status: 401 }), undefined],
])('reports the outcome of %s once (%#)', async (path, response, name) => {
  expect(await outcomesOf(path, response)).toEqual(name ? [{ type: 'event', name }] : []);
});
