import { http } from '@portal/api';
import { orders } from '../testing/registry';
import { createTelemetry } from './telemetry';

const sendBeacon = jest.fn<boolean, [string, Blob]>(() => true);

const lastReport = async (): Promise<unknown> =>
  JSON.parse((await sendBeacon.mock.lastCall?.[1].text()) ?? '');

beforeEach(() => {
  sendBeacon.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
});
afterEach(() => {
  http.defaults.baseURL = '';
});

it('is sent as JSON to the portal, under its base path', async () => {
  http.defaults.baseURL = '/account';
  createTelemetry()(orders, { event: 'retried', cause: 'chunk', durationMs: 12.5 });
  const [url, body] = sendBeacon.mock.lastCall ?? [];
  expect(url).toBe('/account/telemetry');
  expect(body?.type).toBe('application/json');
  expect(await lastReport()).toEqual({
    remote: 'orders',
    version: '1.0.0',
    event: 'retried',
    cause: 'chunk',
    durationMs: 12.5,
  });
});

it('limits the duration to a day', async () => {
  createTelemetry()(orders, { event: 'crashed', cause: 'render', durationMs: 200_000_000 });
  expect(await lastReport()).toMatchObject({ durationMs: 86_400_000 });
});

it('is sent once for each event of a version', () => {
  const report = createTelemetry();
  report(orders, { event: 'shown', durationMs: 1 });
  report(orders, { event: 'shown', durationMs: 2 });
  report(orders, { event: 'crashed', cause: 'render', durationMs: 3 });
  expect(sendBeacon).toHaveBeenCalledTimes(2);
});
