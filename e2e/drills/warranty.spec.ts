import httpProxy from '@fastify/http-proxy';
import type { Page } from '@playwright/test';
import fastify from 'fastify';
import getPort from 'get-port';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../../apps/server/src/testing/postgres-server';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { documentedCommands } from '../support/documents';
import { startOutside } from '../support/outside';
import { startSignedInSite, trusting } from '../support/signed-in-site';
import { expect, serve, test } from '../support/test';

/** What the team writes into the repository that `npm create @portal/remote` makes. */
const SOURCES = join(WORKSPACE, 'e2e/remotes/warranty');

const TEAM = { remote: 'warranty', options: '--bundler webpack --api' };

const [SITE_PORT, PORT] = [4770, 4771];
const PORTAL = `http://localhost:${PORT}`;

test.describe.configure({ mode: 'serial' });
test.use({ baseURL: PORTAL });

let outside: Awaited<ReturnType<typeof startOutside>>;
let site: Awaited<ReturnType<typeof startSignedInSite>>;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let service: ChildProcess | undefined;
let serviceUrl: string;

/** The last token that the portal sent to the service. */
let token = '';

/** Passes calls on to the service, and reads their tokens, as a thief would. */
const startWiretap = async () => {
  const wiretap = fastify();
  await wiretap.register(httpProxy, {
    upstream: serviceUrl,
    preHandler: async ({ headers }) => void (token = headers.authorization?.replace('Bearer ', '') ?? ''),
  });
  return { api: await wiretap.listen({ port: 0, host: '127.0.0.1' }), stop: () => wiretap.close() };
};

serve(async () => {
  test.setTimeout(900_000);
  postgres = await startPostgres();
  serviceUrl = `http://127.0.0.1:${await getPort()}`;
  const { api, stop } = await startWiretap();
  site = await startSignedInSite({ port: SITE_PORT, portalUrl: PORTAL, language: 'de' });
  const REMOTES = join(RUN_DIR, 'warranty-remotes.json');
  const warranty = { api, settings: { years: 3, canClaim: true } };
  await writeFile(REMOTES, JSON.stringify({ warranty, invoices: { api } }));
  const environment = {
    ...{ REMOTES, LANGUAGES: 'en,de' },
    ...trusting(site.url),
  };
  outside = await startOutside({ name: 'warranty', port: PORT, teams: [TEAM], environment });
  return async () => {
    service?.kill('SIGKILL');
    for (const { stop: end } of [outside, site, { stop }, postgres]) await end();
  };
});

/** Calls the service without the portal. @returns why it refuses */
const refusalOf = async (stolen: string): Promise<unknown> => {
  const response = await fetch(`${serviceUrl}/claims`, { headers: { authorization: `Bearer ${stolen}` } });
  expect(response.status).toBe(401);
  return response.json();
};

/** The verification of tokens as the document shows it in Node. */
const documentedVerification = (): string => {
  const [verification = ''] = documentedCommands('back-ends.md', 'const issuer')
    .join('\n')
    .split('createServer(');
  const forTeam = verification.replace('https://portal.example.com', PORTAL).replace('visits', TEAM.remote);
  return `import { createRemoteJWKSet, jwtVerify } from 'jose';\n${forTeam}\nexport { customerOf };\n`;
};

test('a team makes a slice from an empty folder and the packages alone, and releases it', async () => {
  test.setTimeout(900_000);
  const folder = outside.folderOf(TEAM);
  const screen = join(folder, 'src/warranty-screen.tsx');
  await outside.release(TEAM, {
    write: () => cp(SOURCES, folder, { recursive: true }),
    change: async () =>
      writeFile(screen, (await readFile(screen, 'utf8')).replace('<Card ', '<Card data-release="1.0.1" ')),
  });
  await writeFile(join(folder, 'service/customer-of.mjs'), documentedVerification());
  await outside.type('npm install fastify@5 jose@6 pg@8', folder);
  expect(outside.askedInPublic).toEqual([]);
  const { port } = new URL(serviceUrl);
  service = spawn('node', ['service/server.mjs'], {
    cwd: folder,
    env: { ...outside.environment, PORT: port, DATABASE_URL: postgres.url },
    stdio: 'inherit',
  });
  await expect(() => refusalOf('')).toPass();
});

/** What customers read on the portal's own page. */
const OWN_PAGE = {
  details: 'View Details of order',
  lasts: 'Every repair has a warranty of 3 years.',
  before: '0 open claims',
  title: 'Warranty',
  fields: ['Order number', 'What is wrong?', 'Send claim'],
  sent: 'We have received your claim.',
  badge: 'Warranty, 1 new',
  after: '1 open claim',
};

/** What they read later, on a German site that embeds the portal. */
const EMBEDDED: typeof OWN_PAGE = {
  details: 'Details zu Auftrag',
  lasts: 'Jede Reparatur hat 3 Jahre Garantie.',
  before: '1 offener Fall',
  title: 'Garantie',
  fields: ['Auftragsnummer', 'Was ist defekt?', 'Fall melden'],
  sent: 'Ihre Meldung ist eingegangen.',
  badge: 'Garantie, 2 neu',
  after: '2 offene Fälle',
};

const widgetIn = (page: Page, { title } = OWN_PAGE) => page.getByRole('group', { name: title });

/** From the list of orders: reads the warranty beside an order, and sends a claim. */
const claim = async (page: Page, order: string, texts: typeof OWN_PAGE) => {
  await page.getByRole('link', { name: `${texts.details} ${order}` }).click();
  await expect(widgetIn(page, texts)).toHaveText(texts.lasts + texts.before);
  await page.getByRole('link', { name: texts.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
  await expect(page.locator('[data-release="1.0.1"]')).toContainText(texts.lasts);
  const [orderNbr = '', fault = '', send = ''] = texts.fields;
  await page.getByRole('textbox', { name: orderNbr }).fill(order);
  await page.getByRole('textbox', { name: fault }).fill(texts.title);
  await page.getByRole('button', { name: send }).click();
  await expect(page.getByRole('presentation').filter({ hasText: texts.sent }).first()).toBeVisible();
  await expect(page.getByText(`${order}: ${texts.title}`)).toBeVisible();
  await expect(page.getByRole('link', { name: texts.badge })).toBeVisible();
  await page.goBack();
  await expect(widgetIn(page, texts)).toHaveText(texts.lasts + texts.after);
};

test('a customer claims in one visit, and again where embedded', async ({ page, customer, signIn }) => {
  const order = `${customer.orders}8`;
  await signIn(customer.email);
  await page.evaluate(() => performance.mark('this visit'));
  await claim(page, order, OWN_PAGE);
  expect(await page.evaluate(() => performance.getEntriesByName('this visit').length)).toBe(1);

  await page.goto(`${site.url}/sign-in/${customer.email}`);
  await claim(page, order, EMBEDDED);
});

test('its back end knows the customer, and refuses other tokens', async ({ page, customer, signIn }) => {
  test.setTimeout(300_000);
  const claims = () => page.request.get('/api/warranty/claims');
  const before = token;
  expect((await claims()).status(), 'without a session').toBe(401);
  expect(token).toBe(before);

  await signIn(customer.email);
  // Nothing of the customer before.
  expect(await (await claims()).json()).toEqual([]);
  const used = token;
  const identity = decodeJwt(used);
  expect(identity.sub).toMatch(/^customer-/);
  expect(identity.sub).not.toBe(decodeJwt(before).sub);
  expect(await refusalOf('')).toEqual({ reason: 'ERR_JWS_INVALID' });
  expect(await refusalOf(used)).toEqual({ reason: 'used before' });

  const { privateKey } = await generateKeyPair('EdDSA');
  const forged = new SignJWT({ ...identity, jti: 'new' }).setProtectedHeader({
    ...decodeProtectedHeader(used),
    alg: 'EdDSA',
  });
  expect(await refusalOf(await forged.sign(privateKey))).toEqual({
    reason: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  });

  // A token of the portal for another remote. Its screens do not learn that the service refuses it.
  expect((await page.request.get('/api/invoices/claims')).status()).toBe(502);
  expect(decodeJwt(token).aud).toBe('invoices');
  expect(await refusalOf(token)).toEqual({ reason: 'ERR_JWT_CLAIM_VALIDATION_FAILED' });

  // After a minute, a service without a memory refuses it, too.
  await expect.poll(() => refusalOf(used), { timeout: 90_000 }).toEqual({ reason: 'ERR_JWT_EXPIRED' });
});

test('the slice says that its back end hangs or is gone', async ({ page, customer, signIn }) => {
  const FAILED = 'The warranty desk does not answer. Please call us.';
  service?.kill('SIGSTOP');
  await signIn(customer.email, `/service-order/${customer.orders}8`);
  await expect(page.getByText('heat exchanger')).toBeVisible();
  // Two attempts of ten seconds.
  await expect(widgetIn(page)).toContainText(FAILED, { timeout: 60_000 });
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved successfully!')).toBeVisible();

  service?.kill('SIGKILL');
  await page.getByRole('link', { name: 'Warranty' }).click();
  await expect(page.getByRole('alert')).toContainText(FAILED);
  await page.getByRole('link', { name: 'All Service Orders' }).click();
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
});
