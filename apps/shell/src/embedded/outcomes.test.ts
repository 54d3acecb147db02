import { http, HttpResponse } from 'msw';
import type { PortalEvent } from '../embedding';
import { server } from '../testing/server';
import { createOwnAxios } from '../federation/share-scope';
import { reportOutcomes } from './outcomes';

const refused = () => HttpResponse.json({ success: false, message: 'No.' }, { status: 400 });
const done = () => HttpResponse.json({ success: true, message: '' });

/** The outcomes that two portals report for a call, and again after the first portal stopped. */
const outcomesOf = async (path: string, response: () => Response | Promise<Response>) => {
  server.use(http.post(path, response));
  const emitted: PortalEvent[][] = [[], []];
  const stops = emitted.map((events) => reportOutcomes((event) => void events.push(event)));
  for (const stop of stops) {
    await createOwnAxios()
      .post(path)
      .catch(() => undefined);
    stop();
  }
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
])('reports the outcome of %s once, by the first portal that is left (%#)', async (path, response, name) => {
  const reported = name ? [{ type: 'event', name }] : [];
  expect(await outcomesOf(path, response)).toEqual([reported, reported]);
});
