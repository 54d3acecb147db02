import { sql } from 'kysely';
import sharp from 'sharp';
import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeAcumatica,
} from '../../../../../e2e/acumatica/fake-acumatica';
import type { Browser } from '../../testing/browser';
import { signIn } from '../../testing/sign-in';
import { useErp } from './testing/erp';

/** Photos and reports of the ERP reach the customers of their order, and nobody else. */

const bytesOf = (content: string | Buffer) => new Uint8Array(Buffer.from(content));
const PDF = bytesOf('%PDF-1.7\n%%EOF');
const HTML = bytesOf('<!doctype html><script>alert(document.domain)</script>');
const SVG = bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const photo = async () =>
  bytesOf(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b57a4' } })
      .withExif({ IFD0: { Copyright: 'Ann Secret' } })
      .png()
      .toBuffer(),
  );

describe('the fake, as its vendor documents it', () => {
  let fake: FakeAcumatica;
  beforeEach(async () => {
    fake = await startFakeAcumatica();
  });
  afterEach(() => fake.stop());

  test('lists files when it is asked to, without a size, and has their contents (AR Basic_Get_Attachment, $expand)', async () => {
    const record = fake.addOrder('000019');
    const id = fake.addFile(record, 'Report.pdf', PDF);
    const { user: name, password, tenant } = CREDENTIALS;
    const login = { method: 'POST', body: JSON.stringify({ name, password, tenant }) };
    const signedIn = await fetch(`${fake.url}/entity/auth/login`, login);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const endpoint = `${fake.url}/entity/Default/24.200.001`;
    const read = (path: string) => fetch(endpoint + path, { headers: { cookie } });
    const query = '?$select=ServiceOrderNbr,files&$expand=files';
    const [listed] = (await (await read(`/ServiceOrder${query}`)).json()) as [object];
    expect(listed).toMatchObject({
      files: [{ id, filename: String.raw`Service Orders (SO, 000019         )\Report.pdf` }],
    });
    const plain = await (await read('/ServiceOrder?$select=ServiceOrderNbr')).json();
    expect(plain).toEqual([expect.not.objectContaining({ files: expect.anything() })]);
    expect(new Uint8Array(await (await read(`/files/${id}`)).arrayBuffer())).toEqual(PDF);
    expect((await fetch(`${endpoint}/files/${id}`)).status).toBe(401);
  });
});

const UNREACHABLE = {
  ACUMATICA_URL: 'http://127.0.0.1:1',
  ACUMATICA_USER: 'portal',
  ACUMATICA_PASSWORD: 'secret',
};
const ann = { 'Contact/Email': 'ann@example.com' };

describe('with ACUMATICA_FILES=all', () => {
  const { portal, erp, start: startErp } = useErp({ ...UNREACHABLE, ACUMATICA_FILES: 'all' });

  /** An order of Ann with a report, and an activity with a picture, which its note shows. */
  const start = async () => {
    const { browser } = await signIn(portal, 'ann@example.com');
    const { fake } = await startErp();
    const order = fake.addOrder('000019', ann);
    const report = fake.addFile(order, 'Report.pdf', PDF);
    const activity = fake.addActivity('000019', { Summary: 'The pump' });
    const picture = fake.addFile(activity, 'pump.png', await photo());
    const source = `~/Frames/GetFile.ashx?CompanyID=Company&amp;fileID=${picture.toUpperCase()}`;
    fake.changeActivity(activity, { Body: `<p>It leaks:</p><img title="x" src="${source}" alt="Pump" />` });
    const replica = await erp.startReplica({ ACUMATICA_FILES: 'all' });
    await replica.work();
    return { ...erp, order, report, activity, picture, replica, browser };
  };

  const url = (id: string, order = '000019') => `/orders/files/${id}?order=${order}`;

  /** Opens a file, while the replica works. */
  const open = async (browser: Browser, address: string, replica: { work: () => Promise<void> }) => {
    let isOver = false;
    const response = browser.get(address).finally(() => (isOver = true));
    while (!isOver) {
      await replica.work();
      await new Promise(setImmediate);
    }
    return response;
  };

  const openOrder = async (browser: Browser) =>
    (await browser.get('/serviceOrder/get?serviceOrderNbr=000019')).json()[0];

  test('an order has its files, and its notes their pictures', async () => {
    const { browser, report, picture, activity, fake } = await start();
    fake.addFile(activity, 'Costs.xlsx', PDF);
    expect(await openOrder(browser)).toMatchObject({
      files: {
        value: [
          { name: 'Report.pdf', url: `http://portal.test${url(report)}`, about: null, size: null },
          { name: 'pump.png', url: `http://portal.test${url(picture)}`, about: 'The pump' },
        ],
      },
      events: [
        { body: `<p>It leaks:</p><img title="x" src="http://portal.test${url(picture)}" alt="Pump" />` },
      ],
    });
  });

  test('a picture is drawn anew, a PDF is saved; the ERP is asked once', async () => {
    const { browser, replica, report, picture, fake } = await start();
    const shown = await open(browser, url(picture), replica);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    expect(shown.rawPayload.includes('Ann Secret')).toBe(false);
    const saved = await open(browser, url(report), replica);
    expect(saved.rawPayload).toEqual(Buffer.from(PDF));
    expect(saved.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Report.pdf");
    const before = fake.stats.requests;
    expect((await browser.get(url(picture))).statusCode).toBe(200);
    expect((await browser.get(url(report))).statusCode).toBe(200);
    expect(fake.stats.requests).toBe(before);
    expect(await openOrder(browser)).toMatchObject({
      files: { value: [{ name: 'Report.pdf', size: PDF.length }, {}] },
    });
  });

  test.each([
    ['HTML', HTML],
    ['SVG', SVG],
    ['21 MB', new Uint8Array(21 * 1024 * 1024)],
  ])('%s is nothing that customers get, whatever its name; the ERP is asked once', async (_kind, content) => {
    const { browser, replica, order, fake, clock } = await start();
    const id = fake.addFile(order, 'photo.jpg', content);
    await replica.poll();
    clock.now += 1000;
    expect((await open(browser, url(id), replica)).statusCode).toBe(404);
    const before = fake.stats.paths.filter((path) => path.endsWith(id)).length;
    expect((await browser.get(url(id))).statusCode).toBe(404);
    expect(fake.stats.paths.filter((path) => path.endsWith(id))).toHaveLength(before);
  });

  test('words that no database stores, and times that are none, harm no other order', async () => {
    const { browser, replica, activity, fake, logged } = await start();
    fake.changeActivity(activity, { Summary: 'The \0pump \uD800', Date: 'soon' });
    fake.addOrder('000020', ann);
    await replica.poll();
    expect(logged.join('\n')).not.toContain('failed');
    expect((await browser.get('/serviceOrder/list')).json()).toHaveLength(2);
  });

  test('nobody else gets a file, and no other id reaches the ERP', async () => {
    const { browser, report, fake } = await start();
    const { browser: ben } = await signIn(portal, 'ben@example.com');
    const other = fake.addOrder('000020', { 'Contact/Email': 'cara@example.com' });
    const foreign = fake.addFile(other, 'Report.pdf', PDF);
    const before = fake.stats.requests;
    expect((await ben.get(url(report))).statusCode).toBe(404);
    expect((await portal.newBrowser().get(url(report))).statusCode).toBe(401);
    for (const id of [foreign, '..%2F..%2Fauth%2Flogout', 'https:%2F%2Fevil.example', '%00'])
      expect((await browser.get(url(id))).statusCode).toBe(404);
    expect((await browser.get(url(foreign, '000020'))).statusCode).toBe(404);
    expect((await browser.get(`/orders/files/${report}`)).statusCode).toBe(400);
    expect((await browser.get(url(report, '%00'))).statusCode).toBe(400);
    expect(fake.stats.requests).toBe(before);
  });

  test('a file goes when its activity becomes internal, or its order another customer’s', async () => {
    const { browser, replica, activity, picture, report, fake } = await start();
    expect((await open(browser, url(picture), replica)).statusCode).toBe(200);
    fake.changeActivity(activity, { Internal: true });
    await replica.poll();
    expect((await browser.get(url(picture))).statusCode).toBe(404);
    fake.changeOrder('000019', { 'Contact/Email': 'ben@example.com' });
    await replica.poll();
    expect((await browser.get(url(report))).statusCode).toBe(404);
  });

  test('while the ERP is away, what was read stays, and the rest says so', async () => {
    const { browser, replica, picture, report, fake } = await start();
    expect((await open(browser, url(picture), replica)).statusCode).toBe(200);
    const lastWeek = sql<Date>`now() - interval '8 days'`;
    await portal.database.updateTable('erp_files').set({ read_at: lastWeek }).execute();
    fake.state.isDown = true;
    await replica.poll();
    expect((await browser.get(url(picture))).statusCode).toBe(200);
    const missing = await browser.get(url(report));
    expect(missing.statusCode).toBe(503);
    expect(missing.json()).toMatchObject({
      message: 'This file cannot be loaded at the moment. Please try again later.',
    });
    const tab = await browser.get(url(report), { 'sec-fetch-mode': 'navigate' });
    expect(tab.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30' });
    expect(tab.body).toBe('This file cannot be loaded at the moment. Please try again later.');
  });

  test('a file is as the ERP has it by now, also if nothing says that its order changed', async () => {
    const { browser, replica, report, fake } = await start();
    const openLater = async () => {
      const hourAgo = sql<Date>`now() - interval '1 hour'`;
      await portal.database.updateTable('erp_files').set({ read_at: hourAgo }).execute();
      return open(browser, url(report), replica);
    };
    expect((await openLater()).rawPayload).toEqual(Buffer.from(PDF));
    const revision = bytesOf('%PDF-1.7\n% with the second visit\n%%EOF');
    fake.reviseFile(report, revision);
    expect((await openLater()).rawPayload).toEqual(Buffer.from(revision));
    fake.removeFile(report);
    expect((await openLater()).statusCode).toBe(404);
    await replica.work();
    expect((await openOrder(browser)).files.value).toEqual([expect.objectContaining({ name: 'pump.png' })]);
  });

  test('many files and the orders take turns', async () => {
    const { replica, order, fake } = await start();
    for (let index = 0; index < 8; index += 1) fake.addFile(order, `${index}.pdf`, PDF);
    for (let index = 0; index < 200; index += 1) fake.addOrder(`late-${index}`, ann);
    await replica.poll();
    await portal.database.updateTable('erp_files').set({ wanted_at: new Date() }).execute();
    await portal.database
      .updateTable('erp_orders')
      .set({ stale_at: sql<Date>`now()` })
      .execute();
    fake.stats.paths.length = 0;
    await replica.work();
    const kinds = fake.stats.paths.map((path) => (path.includes('/files/') ? 'file' : 'other'));
    expect(kinds.filter((kind) => kind === 'file')).toHaveLength(10);
    expect(kinds.join(' ')).not.toContain('file file');
  });
});

describe('with ACUMATICA_FILES not set', () => {
  const { portal, start } = useErp(UNREACHABLE);

  test('no file is listed or asked for, and a note keeps what it says', async () => {
    const { browser } = await signIn(portal, 'ann@example.com');
    const erp = await start();
    const record = erp.fake.addOrder('000019', ann);
    const id = erp.fake.addFile(record, 'Report.pdf', PDF);
    const body = `<img src="~/Frames/GetFile.ashx?fileID=${id}">`;
    erp.fake.addActivity('000019', { Summary: 'The pump', Body: body });
    const replica = await erp.startReplica();
    await replica.work();
    const [order] = (await browser.get('/serviceOrder/get?serviceOrderNbr=000019')).json();
    expect(order).toMatchObject({ events: [{ body }] });
    expect(order).not.toHaveProperty('files');
    expect(await portal.database.selectFrom('erp_files').select('id').execute()).toEqual([]);
  });
});
