import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import sharp from 'sharp';
import type { Browser } from '../../testing/browser';
import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { importCustomers } from '../import/import-customers';

const portal = useTestApp({ ANSWERS_EMAIL: 'service@acme.example' });

const ADDRESS = '/orders/answer/files';

const bytesOf = (content: string | Buffer) => new Uint8Array(Buffer.from(content));
const PDF = bytesOf('%PDF-1.7\n%%EOF');
const HTML = '<!doctype html><script>alert(document.domain)</script>';

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#0b57a4' } });

/** A photo as a phone takes it: lying, with the place where it was taken. */
const photo = async (width?: number, height?: number) => {
  const exif = {
    IFD0: { Copyright: 'Ann Secret' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
  };
  const taken = picture(width, height).withExif(exif).withMetadata({ orientation: 6 });
  return bytesOf(await taken.jpeg().toBuffer());
};

const signInAnn = async () => {
  const { browser } = await signIn(portal, 'ann@example.com');
  const events = [
    { summary: 'Show us', created_at: '2026-03-01T10:00:00Z', asks: { id: 'q-1', files: true } },
  ];
  const orders = [{ ServiceOrderNbr: '000019', events }];
  await importCustomers(portal.database, JSON.stringify([{ email: 'ann@example.com', orders }]));
  return browser;
};

/** Sends a file. @returns the response */
const send = async (browser: Browser, content: Uint8Array<ArrayBuffer>, name = 'pump.jpg') => {
  const response = await browser.postFile(ADDRESS, content, name);
  return { status: response.statusCode, ...response.json<{ id: string; name: string; message: string }>() };
};

const answer = (browser: Browser, ...files: string[]) =>
  browser.post('/orders/answer', { serviceOrderNbr: '000019', question: 'q-1', key: randomUUID(), files });

test('a photo and a PDF are sent with the answer, and shown to the customer again', async () => {
  const ann = await signInAnn();
  const [first, second] = [await send(ann, await photo()), await send(ann, PDF, 'Zähler 4.PDF')];
  expect([first.name, second.name]).toEqual(['pump.jpg', 'Zähler 4.pdf']);
  expect((await answer(ann, first.id, second.id)).statusCode).toBe(200);
  const [order] = (await ann.get('/serviceOrder/get?serviceOrderNbr=000019')).json();
  expect(order).toMatchObject({
    events: [
      { summary: 'Show us' },
      {
        summary: 'Your answer',
        body: `<p><img src="http://portal.test${ADDRESS}/${first.id}" alt="pump.jpg"></p><p><a href="http://portal.test${ADDRESS}/${second.id}">Zähler 4.pdf</a></p>`,
      },
    ],
  });
  const [shown, kept] = [await ann.get(`${ADDRESS}/${first.id}`), await ann.get(`${ADDRESS}/${second.id}`)];
  for (const { headers } of [shown, kept])
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(shown.headers['content-disposition']).toBeUndefined();
  expect(kept.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Z%C3%A4hler%204.pdf",
  });
  expect(kept.rawPayload).toEqual(Buffer.from(PDF));
});

test('a photo is drawn anew: upright, not larger than a screen, without its place and what is hidden behind it', async () => {
  const ann = await signInAnn();
  const given = bytesOf(Buffer.concat([await photo(4000, 3000), Buffer.from(HTML)]));
  expect(Buffer.from(given).includes('Ann Secret')).toBe(true);
  const { id } = await send(ann, given);
  const { rawPayload } = await ann.get(`${ADDRESS}/${id}`);
  const { width, height, format, exif, orientation } = await sharp(rawPayload).metadata();
  expect({ width, height, format, exif, orientation }).toEqual({ width: 1920, height: 2560, format: 'jpeg' });
  expect(rawPayload.includes('Ann Secret') || rawPayload.includes('<script>')).toBe(false);
});

test.each([
  ['PNG', () => picture().png().toBuffer()],
  ['WebP', () => picture().webp().toBuffer()],
])('a %s becomes a JPEG, in name and content', async (_format, draw) => {
  const ann = await signInAnn();
  const { id, name } = await send(ann, bytesOf(await draw()), 'screen.png');
  expect(name).toBe('screen.jpg');
  expect((await ann.get(`${ADDRESS}/${id}`)).headers['content-type']).toBe('image/jpeg');
});

test.each([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\Ann\\scan.exe', 'scan.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.pdf'],
  ['.htaccess', 'file.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
])('the name %p becomes %p', async (given, name) => {
  expect((await send(await signInAnn(), PDF, given)).name).toBe(name);
});

describe('on a site that embeds the portal', () => {
  const embedded = useTestApp({
    ANSWERS_EMAIL: 'service@acme.example',
    PUBLIC_URL: 'https://portal.test',
    EMBED_ORIGINS: 'https://www.acme.example',
  });

  test('the customer’s pictures are shown, too', async () => {
    const { browser } = await signIn(embedded, 'ann@example.com');
    const { id } = await send(browser, await photo());
    const { headers } = await browser.get(`${ADDRESS}/${id}`);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });
});

describe('60 MB', () => {
  const listening = useTestApp({ ANSWERS_EMAIL: 'service@acme.example' });

  /** Begins a request, and waits for the response to what has arrived by then. */
  const begin = async (browser: Browser, port: number, length: string, body: Buffer) => {
    const socket = connect(port, '127.0.0.1');
    const head = [
      `POST ${ADDRESS} HTTP/1.1`,
      'host: portal.test',
      `cookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}`,
      `x-xsrf-token: ${browser.cookies.get('XSRF-TOKEN')}`,
      'content-type: multipart/form-data; boundary=x',
      length,
      '\r\n',
    ];
    socket.write(head.join('\r\n'));
    socket.write(body);
    let response = '';
    socket.on('data', (piece) => (response += String(piece))).on('error', () => {});
    await new Promise((resolve) => socket.on('close', resolve));
    return response;
  };

  test('are cut off, before they arrive or while they do', async () => {
    const { browser } = await signIn(listening, 'ann@example.com');
    const port = Number(new URL(await listening.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const part = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
    expect(await begin(browser, port, `content-length: ${60 * 1024 * 1024}`, part)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    const ten = Buffer.concat([part, Buffer.alloc(10 * 1024 * 1024 + 1)]);
    const chunk = Buffer.concat([Buffer.from(`${ten.length.toString(16)}\r\n`), ten, Buffer.from('\r\n')]);
    expect(await begin(browser, port, 'transfer-encoding: chunked', chunk)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('refuses', () => {
  test.each([
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`],
    ['HTML that is called PNG', HTML],
    ['HTML that begins like a PNG', `\x89PNG\r\n\x1a\n${HTML}`],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\xff\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x00;'],
    ['HTML before a PDF', `${HTML}%PDF-1.7`],
    ['nothing', ''],
  ])('%s', async (_what, content) => {
    const ann = await signInAnn();
    const { status, message } = await send(ann, bytesOf(Buffer.from(content, 'latin1')), 'pump.png');
    expect(status).toBe(415);
    expect(message).toBe('This file cannot be read. Choose a photo (JPEG, PNG or WebP) or a PDF.');
  });

  test('a photo that would take all memory', async () => {
    const ann = await signInAnn();
    const huge = await picture(9000, 8000).png({ compressionLevel: 9 }).toBuffer();
    expect(huge.length).toBeLessThan(10 * 1024 * 1024);
    expect((await send(ann, bytesOf(huge))).status).toBe(415);
  });

  test('a form without a file, and what is no form', async () => {
    const ann = await signInAnn();
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const type of ['text/plain', 'application/octet-stream']) {
      const part = `content-disposition: form-data; name="a"\r\ncontent-type: ${type}`;
      const response = await ann.post(ADDRESS, `--x\r\n${part}\r\n\r\nb\r\n--x--\r\n`, multipart);
      expect(response.statusCode).toBe(400);
    }
    expect((await ann.post(ADDRESS, {})).statusCode).toBe(406);
    // The browser went away, or the customer took the file back.
    const part = 'content-disposition: form-data; name="file"; filename="a.pdf"';
    for (const form of [`--x\r\n${part}\r\n\r\n%PDF-1.7`, 'x'])
      expect((await ann.post(ADDRESS, form, multipart)).statusCode).toBe(400);
  });

  test('more than 10 MB, as soon as it is known', async () => {
    const ann = await signInAnn();
    const eleven = bytesOf(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(11 * 1024 * 1024)]));
    const { status, message } = await send(ann, eleven);
    expect({ status, message }).toEqual({
      status: 413,
      message: 'The file is larger than 10 MB. Choose a smaller one.',
    });
  });

  test('a file of another customer, of nobody, or one that was sent before', async () => {
    const { browser: ben } = await signIn(portal, 'ben@example.com');
    const ann = await signInAnn();
    const [others, own] = [await send(ben, PDF), await send(ann, PDF)];
    for (const id of [others.id, randomUUID()]) {
      const response = await answer(ann, own.id, id);
      expect(response.statusCode).toBe(409);
      expect(response.json().message).toBe('A file is no longer there. Please add it again.');
      expect((await ann.get(`${ADDRESS}/${id}`)).statusCode).toBe(404);
    }
    expect((await ann.get(`${ADDRESS}/1`)).statusCode).toBe(404);
    expect((await (await portal.openBrowser()).get(`${ADDRESS}/${own.id}`)).statusCode).toBe(401);
    expect((await answer(ann, own.id)).statusCode).toBe(200);
    const again = { serviceOrderNbr: '000019', text: 'Again', key: randomUUID(), files: [own.id] };
    expect((await ann.post('/orders/answer', again)).statusCode).toBe(409);
    const six = Array.from({ length: 6 }, () => randomUUID());
    expect((await answer(ann, ...six)).statusCode).toBe(400);
  });

  test('the 31st in an hour, and one without the token of the page', async () => {
    const ann = await signInAnn();
    expect((await ann.postFile(ADDRESS, PDF, 'a.pdf', { 'x-xsrf-token': 'forged' })).statusCode).toBe(403);
    for (let count = 1; count <= 30; count++) expect((await send(ann, PDF)).status).toBe(200);
    const { status, message } = await send(ann, PDF);
    expect(status).toBe(429);
    expect(message).toMatch(/^Please wait \d+ minutes before you add another file\.$/);
  });
});
