import { generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { registrySchema, type ReleaseDocument } from '@portal/contract';
import * as v from 'valibot';
import { startReleasedPortal, type ReleasedPortal } from '../testing/released-portal';
import { CONTENT, remoteRelease, shellRelease, withPublished } from '../testing/releases';

// End to end: the whole app with release documents in a directory.

const orders = (change: Partial<ReleaseDocument> = {}) => remoteRelease('orders', change);

let portal: ReleasedPortal;
const open = async (...start: Parameters<typeof startReleasedPortal>) => {
  portal = await startReleasedPortal(...start);
};
afterEach(() => portal.close());

/** Advances the clock by the time within which a change must be visible. */
const fiveSeconds = () => void (portal.clock.now += 5000);

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

test('a portal without a shell is not ready', async () => {
  await open();
  await portal.release(withPublished(shellRelease(), '1.0.0', { integrity: {} }));
  const response = await portal.app.inject('/readyz');
  expect(response.statusCode).toBe(503);
  expect(response.json().message).toBe(
    'There is no shell to show. shell 1.0.0 is left out: it has no integrity for shell.js.',
  );
});

describe('when files of a live version are lost', () => {
  const lose = () =>
    rm(fileURLToPath(`${portal.config.releasesUrl.href}/shell/1.0.0`), { recursive: true, force: true });
  const until = async (isReached: (problems: unknown) => boolean) => {
    fiveSeconds();
    while (!isReached(await problems())) await new Promise(setImmediate).then(fiveSeconds);
  };

  beforeEach(async () => {
    await open();
    await portal.release(shellRelease());
  });

  test('a new replica names them, until they are back', async () => {
    await lose();
    await until((found) => found !== undefined);
    expect(await problems()).toEqual([
      {
        name: 'shell',
        problem: 'shell 1.0.0 has lost shell.js. Publish the same build again, or restore it from a backup.',
      },
    ]);
    await portal.release(shellRelease());
    await until((found) => found === undefined);
  });

  test('a replica that runs finds it out', async () => {
    await until((found) => found === undefined);
    await lose();
    await until((found) => found !== undefined);
  });
});

describe('a portal with release keys', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const stranger = generateKeyPairSync('ed25519');
  const own = { signingKey: privateKey };

  beforeEach(async () => {
    await open({}, { publicKeysOf: (name) => (name === 'documents' ? [stranger.publicKey] : [publicKey]) });
    await portal.release(shellRelease(), own);
    await portal.release(orders(), own);
  });

  describe('when a file of the live shell is changed', () => {
    const SHELL = '/releases/shell/1.0.0/shell.js';
    const CHANGED = 'steal();';
    const PROBLEM = {
      name: 'shell',
      problem: expect.stringMatching(/^shell 1\.0\.0: shell\.js is not the file that was published\. /),
    };
    const change = (content: string) =>
      writeFile(fileURLToPath(`${portal.config.releasesUrl.href}/shell/1.0.0/shell.js`), content);

    test('serves nothing of it, names it, and serves the file again when it is restored', async () => {
      await change(CHANGED);
      const response = await portal.app.inject(SHELL);
      expect(response.statusCode).toBe(503);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).not.toContain(CHANGED);
      expect(await problems()).toEqual([PROBLEM]);
      await change(CONTENT);
      expect((await portal.app.inject(SHELL)).body).toBe(CONTENT);
      expect(await problems()).toBeUndefined();
    });

    test('says so until the file is restored, even if nobody requests it again', async () => {
      await change(CHANGED);
      await portal.app.inject(SHELL);
      await change(CONTENT);
      const isOver = async () => {
        fiveSeconds();
        return (await problems()) === undefined;
      };
      while (!(await isOver())) await new Promise(setImmediate);
    });

    test('serves the bytes that it has', async () => {
      expect((await portal.app.inject(SHELL)).body).toBe(CONTENT);
      await change(CHANGED);
      expect((await portal.app.inject(SHELL)).body).toBe(CONTENT);
    });
  });

  test('serves the files of a version at once that another replica already names', async () => {
    await versionsFor();
    const { versions } = orders();
    await portal.release(
      orders({ versions: { ...versions, ...(versions['2.0.0'] && { '3.0.0': versions['2.0.0'] }) } }),
      own,
    );
    expect((await portal.app.inject('/releases/orders/3.0.0/screens.js')).body).toBe(CONTENT);
  });

  test('accepts a team’s signature only for its own remotes', async () => {
    await portal.release(remoteRelease('documents'), own);
    await portal.release(remoteRelease('invoices'), { signingKey: stranger.privateKey });
    expect(await versionsFor('documents')).toBeUndefined();
    expect(await versionsFor('invoices')).toBeUndefined();
    expect(await versionsFor()).toEqual(['1.0.0']);
  });
});
