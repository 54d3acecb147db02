import { http } from '@portal/api';
import { LoadFailure } from './federation/load-failure';
import { orders } from '../testing/registry';
import { beacons, listenToBeacons } from '../testing/reports';
import { createTelemetry } from './telemetry';

beforeEach(listenToBeacons);
afterEach(() => void (http.defaults.baseURL = ''));

it('sends JSON to the portal, under its base path, with a duration of at most a day', async () => {
  http.defaults.baseURL = '/account';
  createTelemetry()(orders, { event: 'retried', cause: 'chunk', durationMs: 200_000_000 });
  expect(await beacons()).toEqual([
    {
      url: '/account/telemetry',
      type: 'application/json',
      remote: 'orders',
      version: '1.0.0',
      event: 'retried',
      cause: 'chunk',
      durationMs: 86_400_000,
    },
  ]);
});

const startOf = ({ stack }: Error) => stack?.slice(0, 2000);

describe('the reported error', () => {
  const reportOf = async (error: unknown) => {
    createTelemetry()(orders, { event: 'crashed', cause: 'render', durationMs: 3, error });
    return (await beacons()).at(-1);
  };

  it('is the cause of a load failure, if it has one', async () => {
    const cause = new Error('broken build');
    const error = new LoadFailure('init', 'remoteEntry.js threw while it started.', { cause });
    expect(await reportOf(error)).toMatchObject({ message: 'Error: broken build', stack: startOf(cause) });
    expect(await reportOf(new LoadFailure('entry', 'It did not arrive.'))).toMatchObject({
      message: 'LoadFailure: It did not arrive.',
    });
  });

  it('may be a value that is not an Error', async () => {
    expect(await reportOf('a text')).toEqual(expect.objectContaining({ message: 'a text' }));
    expect(await reportOf(null)).toEqual(expect.objectContaining({ message: 'null' }));
    expect(await reportOf(undefined)).not.toHaveProperty('message');
  });

  it('is truncated to 300 characters of the message and 2000 of the stack', async () => {
    const error = Object.assign(new Error('long '.repeat(1000)), { stack: 'at /a.js:1:1\n'.repeat(1000) });
    expect(await reportOf(error)).toMatchObject({
      message: error.toString().slice(0, 300),
      stack: startOf(error),
    });
  });
});
