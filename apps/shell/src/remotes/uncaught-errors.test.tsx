import { report } from '@portal/remote';
import { openScreen, remoteShows } from '../testing/portal';
import { listenToBeacons, reports } from '../testing/reports';

beforeEach(listenToBeacons);

/** An error that code of a file throws. jsdom gives it the stack of the test. */
const thrownIn = (file: string, message = 'broken'): Error =>
  Object.assign(new Error(message), {
    stack: `Error: ${message}\n    at click (${location.origin}${file}:1:2345)`,
  });

const errorEvent = (error: unknown, filename = '') => new ErrorEvent('error', { error, filename });
const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason });

const ORDERS = '/releases/orders/1.0.0';

const lostPart = () => Object.assign(thrownIn(`${ORDERS}/remoteEntry.js`), { name: 'ChunkLoadError' });

const show = async () => {
  remoteShows('orders', '/service-orders', () => <h1>Orders</h1>);
  await openScreen('/service-orders', 'Orders');
};

it.each([
  ['a timer or an event handler', 'thrown', () => errorEvent(thrownIn(`${ORDERS}/5.js`))],
  ['a promise', 'thrown', () => rejection(thrownIn(`${ORDERS}/5.js`))],
  ['code without a stack', 'thrown', () => errorEvent('broken', `${location.origin}${ORDERS}/5.js`)],
  ['a part that did not arrive', 'chunk', () => rejection(lostPart())],
])('reports an error of %s as "%s", once per message', async (_, cause, event) => {
  await show();
  dispatchEvent(event());
  dispatchEvent(event());
  expect(await reports()).toEqual(['shown orders@1.0.0', `crashed orders@1.0.0 ${cause}`]);
  dispatchEvent(errorEvent(thrownIn(`${ORDERS}/5.js`, 'another')));
  expect(await reports()).toHaveLength(3);
});

it('reports an error that a remote has caught', async () => {
  await show();
  report(thrownIn(`${ORDERS}/5.js`));
  expect(await reports()).toEqual(['shown orders@1.0.0', 'crashed orders@1.0.0 thrown']);
});

it.each([
  ['the shell', '/releases/shell/1.0.0/shell.js'],
  ['another version', '/releases/orders/1.0.01/5.js'],
  ['a browser extension', '/content.js'],
])('reports no error of %s', async (_, file) => {
  await show();
  dispatchEvent(errorEvent(thrownIn(file)));
  dispatchEvent(rejection(undefined));
  expect(await reports()).toEqual(['shown orders@1.0.0']);
});
