import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { startPortalProcess } from '../support/portal-process';
import { wholeJourney } from '../support/journey';
import { expect, test } from '../support/test';

/** Writes a new key pair; returns the environment variables of publisher and portal. */
const keysIn = (directory: string): Record<string, string> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const files = {
    RELEASE_SIGNING_KEY: join(directory, 'release-key.pem'),
    RELEASE_PUBLIC_KEYS: join(directory, 'public-keys.json'),
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(files.RELEASE_SIGNING_KEY, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  writeFileSync(files.RELEASE_PUBLIC_KEYS, JSON.stringify({ '*': { keys: [pem] } }));
  return files;
};

test.describe('a portal with trusted keys', () => {
  const port = 4706;
  const dataDir = join(RUN_DIR, 'signed');
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({
      port,
      dataDir,
      environment: keysIn(join(RUN_DIR, 'keys')),
    });
  });
  test.afterAll(() => stop());

  test('keeps the last trusted version of a document after tampering', async ({ page, customer }) => {
    const file = join(dataDir, 'releases/orders/release.json');
    const registry = async () => (await page.request.get('/registry.json')).text();
    const before = await registry();
    const document = await readFile(file, 'utf8');
    await writeFile(file, document.replaceAll('"title": "Orders"', '"title": "Send me your code"'));
    // Without marks, the portal reads all documents at once.
    await rm(join(dataDir, 'releases/changes.json'));

    await expect
      .poll(async () => (await page.request.get('/readyz')).text())
      .toMatch(/orders.*(signed|changed)/);
    expect(await registry()).toBe(before);
    await wholeJourney(page, customer);
  });
});
