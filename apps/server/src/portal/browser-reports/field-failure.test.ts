import { findRelease } from '../releases/release';
import { remoteRelease, shellRelease } from '../../testing/releases';
import { framesOf, maskMessage } from './field-failure';

const RELEASES = [remoteRelease('orders'), shellRelease()];

const frames = (stack: string) =>
  framesOf(stack, async (name, version) => findRelease(RELEASES, name)?.versions[version]);

const CHROME = `TypeError: Cannot read properties of undefined (reading 'name')
    at Screen (https://portal.test/account/releases/orders/1.1.0/screens.js:1:2345)
    at new Promise (<anonymous>)
    at async Promise.all (index 0)
    at https://portal.test/releases/orders/1.1.0/remoteEntry.js?retry=1:2:34
    at render (https://portal.test/releases/shell/1.0.0/shell.js:3:400)
    at chrome-extension://abcdefgh/releases/orders/9.9.9/screens.js:1:1
    at https://site.example/service-order/000019:10:20`;

const FIREFOX = `Screen@https://portal.test/account/releases/orders/1.1.0/screens.js:1:2345
@https://portal.test/releases/orders/1.1.0/remoteEntry.js?retry=1:2:34
promise callback*render@https://portal.test/releases/shell/1.0.0/shell.js:3:400
`;

const FRAMES = [
  { name: 'orders', version: '1.1.0', file: 'screens.js', line: 1, column: 2345 },
  { name: 'orders', version: '1.1.0', file: 'remoteEntry.js', line: 2, column: 34 },
  { name: 'shell', version: '1.0.0', file: 'shell.js', line: 3, column: 400 },
];

test.each([
  ['Chromium', CHROME],
  ['Firefox and Safari', FIREFOX],
])('keeps only the calls in published files from the stack of %s', async (_, stack) => {
  expect(await frames(stack)).toEqual(FRAMES);
});

test.each([
  ['a file that was never published', 'at /releases/orders/1.1.0/secret.js:1:1'],
  ['a remote that was never published', 'at /releases/billing/1.1.0/screens.js:1:1'],
  ['names of prototype properties', 'at /releases/constructor/1.1.0/toString.js:1:1'],
  ['line and column 0', 'at /releases/orders/1.1.0/screens.js:0:0'],
])('returns no calls for %s', async (_, stack) => {
  expect(await frames(stack)).toEqual([]);
});

test('keeps at most ten calls of a stack, and looks up no more, also of a forged one', async () => {
  expect(await frames('@/releases/orders/1.1.0/screens.js:1:1 '.repeat(30))).toHaveLength(10);
  const readVersion = jest.fn(async () => undefined);
  expect(await framesOf('@/releases/a/1/a.js:1:1 '.repeat(80), readVersion)).toEqual([]);
  expect(readVersion.mock.calls.length).toBeLessThanOrEqual(10);
});

test.each([
  [`can't access property "name" of "order"`, `can't access property "name" of "order"`],
  ['Minified React error #418; visit https://react.dev/errors/418', 'Minified React error #418; visit …'],
  ['Chunk 69 failed. (https://portal.test/releases/orders/1.1.0/69.js?retry=1)', 'Chunk 69 failed. (69.js)'],
  ['Error: no order 000019 of ann@example.com', 'Error: no order … of …'],
  ['Error: WO-000019 is locked', 'Error: … is locked'],
  ['Error: cannot call +1 (202) 555-0123', 'Error: cannot call …'],
  ['Error: GET /service-order/12 answered 500', 'Error: GET … answered 500'],
  [`Unexpected token 'A', "Ann Example"... is not valid JSON`, `Unexpected token 'A', "…" is not valid JSON`],
  ['Error:\u001b[2J\n  two\u202e lines', 'Error: [2J two lines'],
])('reduces the message %j to %j', (message, plain) => {
  expect(maskMessage(message)).toBe(plain);
});

test('cuts messages off at 200 characters', () => {
  expect(maskMessage('long '.repeat(60))).toHaveLength(200);
});
