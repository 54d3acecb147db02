import { LANGUAGE_COOKIE, TRUSTED_TYPES_POLICIES, type Brand, type Language } from '@portal/contract';
import { cookieIn } from '../http/cookies';
import type { Routes } from '../http/validation';
import { i18nIn, languageOf, varyByLanguage } from '../language/languages';
import type { Look } from './brand-files';
import { jsonForHtml } from './html';
import { offlinePage } from './offline-page';

const WORKER = 'sw.js';

/**
 * Responds when a page cannot be loaded, and to nothing else: no call, no file, no page that the server sends. So no
 * release, preview, or rollback is ever late (decision 061). The server is asked while the worker starts.
 */
const workerOf = (brand: Brand, basePath: string, language: Language): string => {
  const { html, policy } = offlinePage(brand, basePath, i18nIn(language));
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return `const html = ${JSON.stringify(html)};
const headers = ${JSON.stringify(headers)};
const load = async ({ preloadResponse, request }) => (await preloadResponse) || fetch(request);
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  if (registration.navigationPreload) event.waitUntil(registration.navigationPreload.enable());
});
addEventListener('fetch', (event) => {
  const { mode, destination, method } = event.request;
  if (mode !== 'navigate' || destination !== 'document' || method !== 'GET') return;
  event.respondWith(load(event).catch(() => new Response(html, { status: 503, headers })));
});
`;
};

/** Registers the worker once the page has loaded; a browser without service workers shows its own page offline. */
export const registrationScript = (basePath: string): string => `addEventListener('load', () => {
  const url = ${jsonForHtml(`${basePath}/${WORKER}`)};
  const policy = window.trustedTypes && trustedTypes.createPolicy('${TRUSTED_TYPES_POLICIES.script}', { createScriptURL: () => url });
  if (navigator.serviceWorker) navigator.serviceWorker.register(policy ? policy.createScriptURL('') : url).catch(() => undefined);
});`;

/** `GET /sw.js`: the worker with its page, in the customer's language. Another language is an update of the worker. */
export const serviceWorkerRoutes: Routes<Look> = async (app, { brand, basePath, languages }) => {
  const workers = new Map(languages.map((language) => [language, workerOf(brand, basePath, language)]));
  app.get(`/${WORKER}`, async ({ headers, language }, reply) => {
    const chosen = languageOf(cookieIn(headers.cookie, LANGUAGE_COOKIE), languages) ?? language;
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', varyByLanguage(languages, 'cookie'))
      .type('text/javascript; charset=utf-8')
      .send(workers.get(chosen));
  });
};
