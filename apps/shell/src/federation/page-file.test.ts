import { http, HttpResponse } from 'msw';
import { answer, isInPage, pageFile } from '../testing/page-files';
import { server } from '../testing/server';
import { insertFile } from './page-file';

const URL_OF_ENTRY = '/releases/orders/1.0.0/remoteEntry.js';

/** Of the text "published", by `openssl dgst -sha384 -binary | base64`. */
const PUBLISHED = 'sha384-hcPvHkyYwapKk6SA39QAODiqhzLPMFtbXUe2EppPYeJzwPAV9XKynoeufUCCzirk';

const insert = (integrity = PUBLISHED, why: 'entry' | 'style' = 'entry') => {
  const script = document.createElement('script');
  script.src = URL_OF_ENTRY;
  return insertFile(script, { url: URL_OF_ENTRY, integrity }, why);
};

afterEach(() => {
  document.head.replaceChildren();
  jest.useRealTimers();
});

it('has the browser compare it with its integrity, by CORS, from the moment it is asked for', async () => {
  const inserted = insert();
  expect(await pageFile(URL_OF_ENTRY)).toMatchObject({ integrity: PUBLISHED, crossOrigin: 'anonymous' });
  await answer(URL_OF_ENTRY, 'load');
  await inserted;
  expect(isInPage(URL_OF_ENTRY)).toBe(true);
});

it.each([
  ['did not arrive', 'entry', () => HttpResponse.error()],
  ['is missing', 'style', () => new HttpResponse(null, { status: 404 })],
  ['is what was published, and was lost on the way', 'entry', () => HttpResponse.text('published')],
  ['is something else', 'integrity', () => HttpResponse.text('tampered with')],
] as const)('a file that %s failed by "%s"', async (_, why, reply) => {
  server.use(http.get(URL_OF_ENTRY, reply));
  const inserted = insert(PUBLISHED, why === 'style' ? 'style' : 'entry');
  await answer(URL_OF_ENTRY, 'error');
  await expect(inserted).rejects.toMatchObject({ name: 'LoadFailure', why });
  expect(isInPage(URL_OF_ENTRY)).toBe(false);
});

it('a developer’s own file, which has no integrity, is not looked at again', async () => {
  const inserted = insert('');
  await answer(URL_OF_ENTRY, 'error');
  await expect(inserted).rejects.toMatchObject({ why: 'entry' });
});

it('is waited for ten seconds', async () => {
  jest.useFakeTimers();
  const inserted = insert();
  const late = expect(inserted).rejects.toMatchObject({
    why: 'timeout',
    message: `${URL_OF_ENTRY} took longer than 10 seconds.`,
  });
  await jest.advanceTimersByTimeAsync(9_999);
  expect(isInPage(URL_OF_ENTRY)).toBe(true);
  await jest.advanceTimersByTimeAsync(1);
  await late;
  expect(isInPage(URL_OF_ENTRY)).toBe(false);
});
