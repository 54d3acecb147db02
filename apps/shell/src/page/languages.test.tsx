import { http as client } from '@portal/api';
import { holdResponse } from '@portal/api/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { openPortal, openScreen, remoteLoads } from '../testing/portal';
import { nobodySignedIn, server } from '../testing/server';
import { createLanguages, prepareLanguage } from './languages';

const OFFERED = { languages: ['en', 'de', 'ar'], language: 'en' };

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

it('offers no choice with one language', async () => {
  openPortal('/service-orders');
  await screen.findByRole('button', { name: 'Logout' });
  expect(screen.queryByRole('button', { name: /Language/ })).not.toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute('lang', 'en');
});

it('applies a choice at once, stores it in browser and server, and fetches the registry in that language', async () => {
  const chosen: unknown[] = [];
  const registryLanguages: (string | null)[] = [];
  server.use(
    http.post('/language', async ({ request }) => {
      chosen.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
    http.get('/registry.json', ({ request }) => {
      registryLanguages.push(request.headers.get('accept-language'));
      return new HttpResponse(null, { status: 503 });
    }),
  );
  const user = openPortal('/service-orders', OFFERED);
  await choose(user, /Language: English/, 'Deutsch');
  expect(await screen.findByRole('button', { name: 'Abmelden' })).toBeVisible();
  expect(screen.getByText('Northwind Kundenportal')).toBeVisible();
  expect(document.documentElement).toHaveAttribute('lang', 'de');
  expect(document.cookie).toContain('portal_language=de');
  await waitFor(() => expect(chosen).toEqual([{ language: 'de' }]));
  await waitFor(() => expect(registryLanguages).toEqual(['de']));
});

it('names each language in that language, and marks the current one', async () => {
  const user = openPortal('/service-orders', OFFERED);
  await user.click(await screen.findByRole('button', { name: /Language/ }));
  const items = within(await screen.findByRole('menu', { name: 'Language' })).getAllByRole('menuitemradio');
  expect(items.map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ['English', 'en'],
    ['Deutsch', 'de'],
    ['العربية', 'ar'],
  ]);
  expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false']);
});

it('can be changed before signing in', async () => {
  nobodySignedIn();
  const user = openPortal('/login', OFFERED);
  await choose(user, /Language/, 'Deutsch');
  expect(await screen.findByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible();
});

it('lays out Arabic from right to left, with the drawer on the right', async () => {
  await prepareLanguage('ar');
  window.innerWidth = 500;
  const user = openPortal('/service-orders', { ...OFFERED, language: 'ar' });
  await user.click(await screen.findByRole('button', { name: 'فتح القائمة' }));
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(await screen.findByRole('dialog', { name: 'القائمة' })).toHaveStyle({ right: '0px' });
});

it('waits for the texts of a remote, and passes the language to its title', async () => {
  let hasArrived = false;
  const { held, release } = holdResponse();
  const title = jest.fn((_: unknown, language?: string) => (language === 'de' ? 'Aufträge' : 'Orders'));
  remoteLoads('orders', () =>
    Promise.resolve({
      routes: [{ path: '/service-orders', title, Component: () => <h1>Die Aufträge</h1> }],
      loadLanguage: () => (hasArrived ? undefined : held),
    }),
  );
  await prepareLanguage('de');
  openPortal('/service-orders', { ...OFFERED, language: 'de' });
  expect(await screen.findByText('Wird geladen …')).toBeInTheDocument();
  hasArrived = true;
  release();
  expect(await screen.findByRole('heading', { name: 'Die Aufträge' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Aufträge · Northwind'));
});

it.each([
  ['another promise at each call', () => new Promise((resolve) => setTimeout(resolve, 5))],
  ['a promise that rejects', () => Promise.reject(new Error('The chunk did not arrive.'))],
])('shows a screen whose texts are %s', async (_, loadLanguage) => {
  globalThis.reportError = jest.fn();
  const Component = () => <h1>Orders</h1>;
  const routes = [{ path: '/service-orders', title: 'Orders', Component }];
  remoteLoads('orders', () => Promise.resolve({ routes, loadLanguage }));
  await openScreen('/service-orders', 'Orders');
});

describe('the first language', () => {
  test.each([
    ['the embedder’s locale', 'de', OFFERED, 'de-AT'],
    ['the server’s if the embedder’s is not offered', 'en', OFFERED, 'it'],
    ['English if the portal offers no other', 'en', {}, 'de'],
    [
      'English if the shell lacks the server’s language',
      'en',
      { languages: ['it'], language: 'it' },
      undefined,
    ],
  ])('is %s: %s', (_, language, offered, locale) => {
    const registry = { refresh: () => Promise.resolve() };
    const options = { isEmbedded: locale !== undefined, locale };
    expect(createLanguages(offered, registry, options).shown.get().language).toBe(language);
  });
});
