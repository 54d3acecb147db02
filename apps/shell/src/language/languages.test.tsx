import { http as client } from '@portal/api';
import { defineRemote } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { openPortal, remoteLoads } from '../testing/portal';
import { nobodySignedIn, server } from '../testing/server';
import { firstLanguage, prepareLanguage } from './languages';

const SPOKEN = { languages: ['en', 'de', 'ar'], language: 'en' };

afterEach(() => {
  document.cookie = 'portal_language=; Max-Age=0; Path=/';
  document.documentElement.removeAttribute('lang');
  document.documentElement.removeAttribute('dir');
  delete client.defaults.headers.common['Accept-Language'];
});

const choose = async (user: ReturnType<typeof openPortal>, button: RegExp, name: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
};

it('with one language, there is nothing to choose, and calls are as they were', async () => {
  openPortal('/service-orders');
  await screen.findByRole('button', { name: 'Logout' });
  expect(screen.queryByRole('button', { name: /Language/ })).not.toBeInTheDocument();
  expect(client.defaults.headers.common).not.toHaveProperty('Accept-Language');
  expect(document.documentElement).toHaveAttribute('lang', 'en');
});

it('a choice shows at once, is kept by browser and server, and the server names the remotes in it', async () => {
  const chosen: unknown[] = [];
  const asked: (string | null)[] = [];
  server.use(
    http.post('/language', async ({ request }) => {
      chosen.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
    http.get('/registry.json', ({ request }) => {
      asked.push(request.headers.get('accept-language'));
      return new HttpResponse(null, { status: 503 });
    }),
  );
  const user = openPortal('/service-orders', SPOKEN);
  await choose(user, /Language: English/, 'Deutsch');
  expect(await screen.findByRole('button', { name: 'Abmelden' })).toBeVisible();
  expect(screen.getByText('Northwind Kundenportal')).toBeVisible();
  expect(document.documentElement).toHaveAttribute('lang', 'de');
  expect(document.cookie).toContain('portal_language=de');
  await waitFor(() => expect(chosen).toEqual([{ language: 'de' }]));
  await waitFor(() => expect(asked).toEqual(['de']));
});

it('names each language in itself, and marks the current one', async () => {
  const user = openPortal('/service-orders', SPOKEN);
  await user.click(await screen.findByRole('button', { name: /Language/ }));
  const items = within(await screen.findByRole('menu', { name: 'Language' })).getAllByRole('menuitemradio');
  expect(items.map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ['English', 'en'],
    ['Deutsch', 'de'],
    ['العربية', 'ar'],
  ]);
  expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false']);
});

it('can be chosen before the sign-in', async () => {
  nobodySignedIn();
  const user = openPortal('/login', SPOKEN);
  await choose(user, /Language/, 'Deutsch');
  expect(await screen.findByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible();
});

it('Arabic is read from right to left: the drawer opens there', async () => {
  await prepareLanguage('ar');
  window.innerWidth = 500;
  const user = openPortal('/service-orders', { ...SPOKEN, language: 'ar' });
  await user.click(await screen.findByRole('button', { name: 'فتح القائمة' }));
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(await screen.findByRole('dialog', { name: 'القائمة' })).toHaveStyle({ right: '0px' });
});

it('a screen waits for the texts of its remote, which gets its title’s language', async () => {
  let arrive = (): void => undefined;
  let isHere = false;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  const title = jest.fn((_: unknown, language?: string) => (language === 'de' ? 'Aufträge' : 'Orders'));
  remoteLoads('orders', () =>
    Promise.resolve(
      defineRemote({
        routes: [{ path: '/service-orders', title, Component: () => <h1>Die Aufträge</h1> }],
        loadLanguage: () => (isHere ? undefined : arrival),
      }),
    ),
  );
  await prepareLanguage('de');
  openPortal('/service-orders', { ...SPOKEN, language: 'de' });
  expect(await screen.findByText('Wird geladen …')).toBeInTheDocument();
  isHere = true;
  arrive();
  expect(await screen.findByRole('heading', { name: 'Die Aufträge' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Aufträge · Northwind'));
});

describe('the first language', () => {
  test.each([
    ['the locale of the embedding page', { isEmbedded: true, locale: 'de-AT' }, 'de'],
    ['the server’s, if the page’s is not offered', { isEmbedded: true, locale: 'it' }, 'en'],
    ['the server’s', { isEmbedded: false }, 'en'],
  ])('is %s', (_, embedding, language) => expect(firstLanguage(SPOKEN, embedding)).toBe(language));

  test('is English, if the server is of before the first languages', () => {
    expect(firstLanguage({}, { isEmbedded: true, locale: 'de' })).toBe('en');
  });

  test('is one that this shell has', () => {
    expect(firstLanguage({ languages: ['it'], language: 'it' }, { isEmbedded: false })).toBe('en');
  });
});
