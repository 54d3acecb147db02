import { generateKeyPairSync } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bootSchema, registrySchema, type ReleaseDocument } from '@portal/contract';
import * as v from 'valibot';
import type { Browser } from '../testing/browser';
import { startReleasedPortal, type ReleasedPortal } from '../testing/released-portal';
import { CONTENT, remoteRelease, shellRelease, withPublished } from '../testing/releases';

// End to end: the whole app with release documents in a directory.

const HTML = { accept: 'text/html' };
const canary = (percent: number, since = '2026-03-05T12:00:00.000Z') => ({
  version: '1.1.0',
  percent,
  since,
});
const orders = (change: Partial<ReleaseDocument> = {}) => remoteRelease('orders', change);

let portal: ReleasedPortal;
const open = async (...start: Parameters<typeof startReleasedPortal>) => {
  portal = await startReleasedPortal(...start);
};
afterEach(() => portal.close());

/** Advances the clock by the time within which a change must be visible. */
const fiveSeconds = () => void (portal.clock.now += 5000);

/** Advances the clock by the time within which a change by another program must be visible. */
const aMinute = () => void (portal.clock.now += 60_000);

const visitor = async (): Promise<Browser> => {
  const browser = portal.newBrowser();
  await browser.get('/', HTML);
  return browser;
};

const versionsFor = async (browser = portal.newBrowser(), name = 'orders') => {
  const { microFrontends } = v.parse(registrySchema, (await browser.get('/registry.json')).json());
  return microFrontends[name]?.map(({ metadata }) => metadata.version);
};

const bootFor = async (browser: Browser, url = '/') => {
  const { body } = await browser.get(url, HTML);
  const json = /<script id="portal-boot"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  return v.parse(bootSchema, JSON.parse(json));
};

/** The releases that the readiness probe reports as not served as published. */
const problems = async () => {
  const answer = await portal.app.inject('/readyz');
  expect(answer.statusCode).toBe(200);
  return answer.json().releases;
};

const fileOf = (name: string) => fileURLToPath(`${portal.config.releasesUrl.href}/${name}/release.json`);

test('a promotion is visible within five seconds in page and registry, without a restart', async () => {
  await open();
  await portal.release(shellRelease());
  await portal.release(orders());
  const browser = await visitor();
  expect(await versionsFor(browser)).toEqual(['1.0.0']);
  await portal.release(orders({ live: '1.1.0', previous: '1.0.0' }));
  fiveSeconds();
  expect(await versionsFor(browser)).toEqual(['1.1.0', '1.0.0']);
  expect((await bootFor(browser, '/orders')).registry.microFrontends['orders']).toHaveLength(2);
});

test('reports stop a failing canary, which is served again when it is restarted', async () => {
  await open();
  await portal.release(shellRelease());
  await portal.release(orders({ canary: canary(100) }));
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  expect((await versionsFor())?.[0]).toBe('1.1.0');

  for (let index = 0; index < 60; index++) {
    const browser = await visitor();
    const report = { remote: 'orders', version: '1.1.0', event: 'fell-back', cause: 'entry', durationMs: 40 };
    expect((await browser.post('/telemetry', report)).statusCode).toBe(204);
  }
  const isLive = async () => {
    fiveSeconds();
    return (await versionsFor())?.[0] === '1.0.0';
  };
  while (!(await isLive())) await new Promise(setImmediate);

  await portal.release(orders({ canary: canary(100, '2026-03-06T12:00:00.000Z') }));
  fiveSeconds();
  expect((await versionsFor())?.[0]).toBe('1.1.0');
});

test('the probe reports a version that cannot be served; other remotes are not affected', async () => {
  await open();
  await portal.release(shellRelease());
  await portal.release(withPublished(orders(), '1.0.0', { integrity: {} }));
  await portal.release(remoteRelease('login'));
  expect(await problems()).toEqual([
    { name: 'orders', problem: 'orders 1.0.0 is left out: it has no integrity for remoteEntry.js.' },
  ]);
  expect(await versionsFor(undefined, 'login')).toEqual(['1.0.0']);
});

test('a portal without a shell is not ready', async () => {
  await open();
  await portal.release(withPublished(shellRelease(), '1.0.0', { integrity: {} }));
  const answer = await portal.app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().message).toBe(
    'There is no shell to show. shell 1.0.0 is left out: it has no integrity for shell.js.',
  );
  expect((await portal.newBrowser().get('/', HTML)).statusCode).toBe(503);
});

test('keeps serving while the releases are gone, and sees changes when they are back', async () => {
  await open();
  await portal.release(shellRelease());
  await portal.release(orders());
  expect(await versionsFor()).toEqual(['1.0.0']);
  const root = fileURLToPath(portal.config.releasesUrl);
  await rename(root, `${root}-away`);
  fiveSeconds();
  expect(await versionsFor()).toEqual(['1.0.0']);
  expect(await problems()).toEqual([
    { name: 'releases', problem: expect.stringContaining('The releases are gone') },
  ]);
  await rename(`${root}-away`, root);
  await portal.release(orders({ live: '1.1.0' }));
  fiveSeconds();
  expect(await versionsFor()).toEqual(['1.1.0']);
  expect(await problems()).toBeUndefined();
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

  test('serves signed documents', async () => {
    expect(await versionsFor()).toEqual(['1.0.0']);
    expect(await problems()).toBeUndefined();
  });

  test.each<[string, (file: string) => Promise<void>]>([
    [
      'was changed after signing',
      async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('"1.0.0"', '"1.1.0"')),
    ],
    [
      'is not signed',
      async (file) => {
        const document = v.parse(
          v.looseObject({ revision: v.number() }),
          JSON.parse(await readFile(file, 'utf8')),
        );
        const { signature: _, ...bare } = { signature: null, ...document };
        await writeFile(file, JSON.stringify({ ...bare, live: '1.1.0', revision: 9 }));
      },
    ],
    ['is not valid JSON', (file) => writeFile(file, '{')],
  ])('keeps the last good document when the new one %s', async (_, spoil) => {
    expect(await versionsFor()).toEqual(['1.0.0']);
    await spoil(fileOf('orders'));
    aMinute();
    expect(await versionsFor()).toEqual(['1.0.0']);
    expect(await problems()).toEqual([
      { name: 'orders', problem: expect.stringContaining('orders/release.json') },
    ]);
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
      const answer = await portal.app.inject(SHELL);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).not.toContain(CHANGED);
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

  test('does not serve a file that the document does not name', async () => {
    const added = fileURLToPath(`${portal.config.releasesUrl.href}/shell/1.0.0/added.js`);
    await writeFile(added, 'steal();');
    expect((await portal.app.inject('/releases/shell/1.0.0/added.js')).statusCode).toBe(404);
    expect((await portal.app.inject('/releases/shell/1.0.0/constructor')).statusCode).toBe(404);
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

  test('rejects an older document, even though it is signed', async () => {
    const former = await readFile(fileOf('orders'), 'utf8');
    await portal.release(orders({ live: '1.1.0' }), own);
    expect(await versionsFor()).toEqual(['1.1.0']);
    await writeFile(fileOf('orders'), former);
    aMinute();
    expect(await versionsFor()).toEqual(['1.1.0']);
    expect(await problems()).toEqual([{ name: 'orders', problem: expect.stringContaining('outdated') }]);
  });

  test('accepts a team’s signature only for its own remotes', async () => {
    await portal.release(remoteRelease('documents'), own);
    await portal.release(remoteRelease('invoices'), { signingKey: stranger.privateKey });
    expect(await versionsFor(undefined, 'documents')).toBeUndefined();
    expect(await versionsFor(undefined, 'invoices')).toBeUndefined();
    expect(await versionsFor()).toEqual(['1.0.0']);
  });
});

describe('a preview', () => {
  const requestPreview = async (browser: Browser, preview: string) => {
    const answer = await browser.get(`/orders?preview=${encodeURIComponent(preview)}`, HTML);
    expect(answer).toMatchObject({ statusCode: 303, headers: { location: '/orders' } });
  };

  test('is shown only to the browser that requested it, until the browser ends it', async () => {
    await open();
    await portal.release(shellRelease());
    await portal.release(orders());
    const [developer, customer] = [await visitor(), await visitor()];
    await requestPreview(developer, 'orders@2.0.0');
    expect(await versionsFor(developer)).toEqual(['2.0.0']);
    expect((await bootFor(developer)).previews).toEqual([
      { remote: 'orders', version: '2.0.0', problem: null },
    ]);
    expect(await versionsFor(customer)).toEqual(['1.0.0']);
    expect((await bootFor(customer)).previews).toEqual([]);
    await requestPreview(developer, 'off');
    expect(await versionsFor(developer)).toEqual(['1.0.0']);
    expect((await bootFor(developer)).previews).toEqual([]);
  });
});
