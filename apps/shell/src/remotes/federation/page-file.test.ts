import { http, HttpResponse } from 'msw';
import { settleFile, isInPage } from '../../testing/page-files';
import { server } from '../../testing/server';
import { insertFile, removeStyles } from './page-file';

const URL_OF_ENTRY = '/releases/orders/1.0.0/remoteEntry.js';

/** The integrity of the text "published", from `openssl dgst -sha384 -binary | base64`. */
const PUBLISHED = 'sha384-hcPvHkyYwapKk6SA39QAODiqhzLPMFtbXUe2EppPYeJzwPAV9XKynoeufUCCzirk';

const insert = (integrity = PUBLISHED, reason: 'entry' | 'style' = 'entry') => {
  const script = document.createElement('script');
  script.src = URL_OF_ENTRY;
  return insertFile(script, { url: URL_OF_ENTRY, integrity }, reason);
};

afterEach(() => {
  document.head.replaceChildren();
  jest.useRealTimers();
});

it.each([
  ['does not arrive', 'entry', () => HttpResponse.error()],
  ['is missing', 'style', () => new HttpResponse(null, { status: 404 })],
  ['matches its integrity on a second request', 'entry', () => HttpResponse.text('published')],
  ['does not match its integrity', 'integrity', () => HttpResponse.text('tampered with')],
  ['has no integrity, as on a developer’s machine,', 'entry', () => HttpResponse.text('changed'), ''],
] as const)('a file that %s fails with "%s"', async (_, reason, reply, integrity: string = PUBLISHED) => {
  server.use(http.get(URL_OF_ENTRY, reply));
  const inserted = insert(integrity, reason === 'style' ? 'style' : 'entry');
  await settleFile(URL_OF_ENTRY, 'error');
  await expect(inserted).rejects.toMatchObject({ name: 'LoadFailure', reason });
  expect(isInPage(URL_OF_ENTRY)).toBe(false);
});

it('times out after ten seconds', async () => {
  jest.useFakeTimers();
  const inserted = insert();
  const late = expect(inserted).rejects.toMatchObject({
    reason: 'timeout',
    message: `${URL_OF_ENTRY} took longer than 10 seconds.`,
  });
  await jest.advanceTimersByTimeAsync(9_999);
  expect(isInPage(URL_OF_ENTRY)).toBe(true);
  await jest.advanceTimersByTimeAsync(1);
  await late;
  expect(isInPage(URL_OF_ENTRY)).toBe(false);
});

it('ends the wait for a stylesheet of a chunk when it removes the styles of a version', () => {
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: '/releases/orders/1.0.0/5.css',
  });
  // As webpack's runtime does, at once or after a time limit.
  const giveUp = jest.fn(() => link.parentNode?.removeChild(link));
  link.onerror = giveUp;
  document.head.append(link);
  removeStyles(URL_OF_ENTRY, { nonce: '', styles: document.head });
  expect(giveUp).toHaveReturnedWith(link);
  expect(isInPage('/releases/orders/1.0.0/5.css')).toBe(false);
});
