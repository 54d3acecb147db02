import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../platform/config/config';
import { readStatusTexts } from './status-texts';

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'portal-status-'))));
afterAll(() => rm(directory, { recursive: true }));

const read = async (content: string | Buffer | object) => {
  const statusTextsFile = join(directory, 'texts.json');
  await writeFile(
    statusTextsFile,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
  return readStatusTexts({ statusTextsFile, languages: ['en', 'de'] });
};

test('reads a sentence for all languages, or one for each', async () => {
  const Hold = { en: 'We are waiting for a part.', de: 'Wir warten auf ein Teil.', fr: 'Ignored' };
  expect(await read({ Hold, 'Awaiting Parts': ' A part is on its way. ' })).toEqual({
    en: { hold: 'We are waiting for a part.', 'awaiting parts': 'A part is on its way.' },
    de: { hold: 'Wir warten auf ein Teil.', 'awaiting parts': 'A part is on its way.' },
  });
});

test('takes a byte order mark, and no other encoding than UTF-8', async () => {
  expect(await read('\ufeff{ "Hold": "Wir warten auf ein Stück." }')).toMatchObject({
    de: { hold: 'Wir warten auf ein Stück.' },
  });
  await expect(read(Buffer.from('{ "Hold": "Stück" }', 'latin1'))).rejects.toThrow(
    'not UTF-8: save it as UTF-8',
  );
});

test('has none without a file', async () => {
  expect(await readStatusTexts({ statusTextsFile: undefined, languages: ['en'] })).toEqual({});
});

const EACH = `must be a sentence, or one in each of the portal's languages: { "en": "…", "de": "…" }`;

test.each([
  ['a missing language', { Hold: { en: 'Waiting' } }, `"Hold" ${EACH}`],
  ['an empty sentence', { Open: 'Yours', 'On Hold': ' ' }, `"On Hold" ${EACH}`],
  ['a number', { Hold: 3 }, `"Hold" ${EACH}`],
  ['a list', '["Hold"]', 'must be statuses with sentences: { "Hold": "We are waiting for a part." }'],
  ['no JSON', '{', 'must be statuses with sentences: { "Hold": "We are waiting for a part." }'],
])('refuses %s, and says what to write', async (_, content, fault) => {
  await expect(read(content)).rejects.toThrow(new ConfigError([`ORDER_STATUS_TEXTS: ${fault}`]));
});

test('refuses a file that is not there', async () => {
  await expect(readStatusTexts({ statusTextsFile: '/nowhere.json', languages: ['en'] })).rejects.toThrow(
    'ORDER_STATUS_TEXTS names a file that cannot be read (ENOENT)',
  );
});
