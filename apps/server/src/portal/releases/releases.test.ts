import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { registrySchema } from '@portal/contract';
import * as v from 'valibot';
import { startReleasedPortal, type ReleasedPortal } from '../../testing/released-portal';
import { descriptorOf } from '../../testing/some-releases';
import { CONTENT, remoteRelease, shellRelease, withPublished } from '../../testing/releases';
import { execute } from '../../testing/test-database';

// End to end: the whole app with releases in its database, and files in a directory.

let portal: ReleasedPortal;
beforeEach(async () => {
  portal = await startReleasedPortal();
});
afterEach(() => portal.close());

/** Advances the clock by the time within which a change must be visible. */
const fiveSeconds = () => void (portal.clock.now += 5000);

/** Lets time pass until something is so. */
const until = async (isReached: () => Promise<boolean>) => {
  fiveSeconds();
  while (!(await isReached())) await new Promise(setImmediate).then(fiveSeconds);
};

const versionsFor = async (name = 'orders') => {
  const browser = portal.newBrowser();
  const { microFrontends } = v.parse(registrySchema, (await browser.get('/registry.json')).json());
  return microFrontends[name]?.map(({ metadata }) => metadata.version);
};

/** The releases that the readiness probe reports as not served as published. */
const problems = async () => {
  const response = await portal.app.inject('/readyz');
  expect(response.statusCode).toBe(200);
  return response.json().releases;
};

const SHELL = '/releases/shell/1.0.0/shell.js';
const shellFile = () => fileURLToPath(`${portal.config.releasesUrl.href}/shell/1.0.0/shell.js`);

test('a portal without a shell is not ready', async () => {
  const response = await portal.app.inject('/readyz');
  expect(response.statusCode).toBe(503);
  expect(response.json().message).toBe('There is no shell to show.');
});

test('serves the files of a version at once that another replica already names', async () => {
  await portal.release(shellRelease());
  await portal.release(remoteRelease('orders'));
  await versionsFor();
  const { '2.0.0': published } = remoteRelease('orders').versions;
  await portal.release(withPublished(remoteRelease('orders'), '3.0.0', published ?? {}));
  expect((await portal.app.inject('/releases/orders/3.0.0/screens.js')).body).toBe(CONTENT);
});

test('a preview is not shown once another remote has its route', async () => {
  await portal.release(shellRelease());
  await portal.release({ ...remoteRelease('orders'), routes: [{ route: '/orders', at: '' }] });
  const descriptor = descriptorOf('letters', { routes: ['/orders'] });
  await portal.release(withPublished(remoteRelease('letters', { live: null }), '2.0.0', { descriptor }));
  const browser = portal.newBrowser();
  await browser.get(`/${portal.preview('letters', '2.0.0')}`, { accept: 'text/html' });
  const { microFrontends } = v.parse(registrySchema, (await browser.get('/registry.json')).json());
  expect(Object.keys(microFrontends)).toEqual(['orders']);
});

describe('while the database is away', () => {
  const away = () => execute(portal.database, 'alter schema public rename to away');
  const back = () => execute(portal.database, 'alter schema away rename to public');

  beforeEach(async () => {
    await portal.release(shellRelease());
    await portal.release(remoteRelease('orders'));
    await versionsFor();
    await away();
    fiveSeconds();
  });

  test('the portal serves what it knows, and says so', async () => {
    expect(await versionsFor()).toEqual(['1.0.0']);
    const page = await portal.newBrowser().get('/orders', { accept: 'text/html' });
    expect(page.statusCode).toBe(200);
    expect((await portal.app.inject(SHELL)).body).toBe(CONTENT);
    expect(await problems()).toEqual([
      {
        name: 'releases',
        problem: 'The database does not answer: the portal serves the releases that it knows.',
      },
    ]);
    await back();
    await portal.release(remoteRelease('orders', { live: '1.1.0' }));
    await until(async () => (await versionsFor())?.[0] === '1.1.0');
    expect(await problems()).toBeUndefined();
  });

  test('nothing of a version is served that it has not seen before', async () => {
    const response = await portal.app.inject('/releases/orders/2.0.0/screens.js');
    expect(response.statusCode).toBe(503);
    expect(response.headers['cache-control']).toBe('no-store');
    await back();
    expect((await portal.app.inject('/releases/orders/2.0.0/screens.js')).body).toBe(CONTENT);
  });
});

describe('when a file of the live shell', () => {
  const change = (content: string) => writeFile(shellFile(), content);

  beforeEach(() => portal.release(shellRelease()));

  test('is lost, a new replica names it, until it is back', async () => {
    await rm(shellFile());
    await until(async () => (await problems()) !== undefined);
    expect(await problems()).toEqual([
      {
        name: 'shell',
        problem: 'shell 1.0.0 has lost shell.js. Publish the same build again, or restore it from a backup.',
      },
    ]);
    await change(CONTENT);
    await until(async () => (await problems()) === undefined);
  });

  test('is lost, a replica that runs finds it out', async () => {
    await until(async () => (await problems()) === undefined);
    await rm(shellFile());
    await until(async () => (await problems()) !== undefined);
  });

  test('is changed, nothing of it is served, and it is named, until it is restored', async () => {
    await change('steal();');
    const response = await portal.app.inject(SHELL);
    expect(response.statusCode).toBe(503);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).not.toContain('steal');
    expect(await problems()).toEqual([
      {
        name: 'shell',
        problem: expect.stringMatching(/^shell 1\.0\.0: shell\.js is not what was published\. /),
      },
    ]);
    await change(CONTENT);
    await until(async () => (await problems()) === undefined);
    expect((await portal.app.inject(SHELL)).body).toBe(CONTENT);
  });
});
