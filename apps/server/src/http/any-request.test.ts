import * as fc from 'fast-check';
import { anyRequest, type AnyRequest } from '../testing/any-request';
import { putRelease, remoteRelease, shellRelease } from '../testing/releases';
import { signIn } from '../testing/sign-in';
import { startTestApp, type TestApp } from '../testing/test-app';

/*
 * A small, deterministic part of `pnpm --filter server fuzz`.
 */

const known = {
  emails: ['ann@example.com', 'ben@example.com'],
  phones: ['+12025550123'],
  orderNbrs: ['000019'],
  webhookToken: 'a-token-of-the-webhook',
};

let portal: TestApp;
beforeAll(async () => {
  portal = await startTestApp({
    ORDERS_WEBHOOK_TOKEN: known.webhookToken,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12025550100',
  });
  await putRelease(portal.config.releasesUrl, shellRelease());
  await putRelease(portal.config.releasesUrl, remoteRelease('orders'));
});
afterAll(() => portal.close());

test('no request causes a 5xx response, however odd it is', async () => {
  const { browser } = await signIn(portal, 'ann@example.com');

  const send = async ({ method, target, headers, body, asBrowser }: AnyRequest) => {
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { cookie: cookies, 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' };
    const answer = await portal.app.inject({
      method: method as 'GET',
      url: target,
      headers: { ...headers, ...(asBrowser && own) },
      ...(body !== undefined && { payload: body }),
    });
    return answer.statusCode;
  };

  const failures: { request: AnyRequest; status: number }[] = [];
  const statuses = new Set<number>();
  for (const request of fc.sample(anyRequest(known), { numRuns: 600, seed: 11 })) {
    const status = await send(request);
    statuses.add(status);
    if (status >= 500) failures.push({ request, status });
  }
  expect(failures).toEqual([]);
  // The requests reach handlers, not only validation.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 422]));
});
