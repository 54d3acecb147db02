/** @jsxRuntime automatic */
import { directionOf, readableOn, type Brand } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import type { Config } from '../config';
import { maskContact } from '../customers/contact';
import type { Database } from '../database/connect';
import type { Routes } from '../http/validation';
import type { Keys } from '../keys';
import { preferenceStore } from '../customers/preference-store';
import { randomText } from '../secrets';
import { createLinks } from './links';
import { dark, light } from './mail-frame';

const stylesOf = ({ primaryColor }: Brand) => `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 16px; background: ${light.page}; color: ${light.text};
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 24px; background: ${light.card}; border: 1px solid ${light.line}; border-radius: 8px; }
header { max-width: 480px; margin: 0 auto 16px; font-size: 18px; font-weight: 700; }
header img { display: block; height: 32px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 28px; }
p { margin: 0 0 16px; }
p:last-child { margin: 0; }
a { color: inherit; }
button { font: inherit; font-weight: 600; padding: 12px 20px; border: 0; border-radius: 6px; cursor: pointer;
  background: ${primaryColor}; color: ${readableOn(primaryColor)}; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
@media (prefers-color-scheme: dark) {
  body { background: ${dark.page}; color: ${dark.text}; }
  main { background: ${dark.card}; border-color: ${dark.line}; }
  header img { background: #fff; border-radius: 6px; padding: 6px; }
}`;

/** The texts of the pages, by channel. */
const texts = {
  email: {
    question: /*i18n*/ 'Stop mails about your service orders?',
    stop: /*i18n*/ 'Stop these mails',
    stopped: /*i18n*/ 'You get no more mails about your service orders',
  },
  sms: {
    question: /*i18n*/ 'Stop text messages about your service orders?',
    stop: /*i18n*/ 'Stop these text messages',
    stopped: /*i18n*/ 'You get no more text messages about your service orders',
  },
};

interface Page {
  title: string;
  text: string;
  action: ReactNode;
}

const htmlOf = ({ title, text, action }: Page, brand: Brand, nonce: string, language: string): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${brand.name}`}</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: stylesOf(brand) }} />
      </head>
      <body>
        <header>{brand.logoUrl ? <img src={brand.logoUrl} alt={brand.name} /> : brand.name}</header>
        <main>
          <h1>{title}</h1>
          <p>{text}</p>
          {action}
        </main>
      </body>
    </html>,
  )}`;

/** Allows no scripts and no frames. The Referer never contains the address, which has the token. */
const secure = (reply: FastifyReply, nonce: string) =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' https: data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8');

interface Dependencies {
  config: Pick<Config, 'brand' | 'baseUrl' | 'customerUrl'>;
  database: Database;
  keys: Pick<Keys, 'unsubscribe'>;
}

const BODY_LIMIT = 16 * 1024;

const queryOf = v.object({ token: v.fallback(v.string(), '') });

/**
 * `/unsubscribe`: switches a channel off without sign-in. GET only asks, because mail scanners open every link; POST is
 * the button of that page, and the one click of mail clients (RFC 8058). The signature in the link is the permission, so
 * there is no CSRF token.
 */
export const unsubscribeRoutes: Routes<Dependencies> = async (app, { config, database, keys }) => {
  const { brand } = config;
  const links = createLinks({ config, keys });
  const preferences = preferenceStore(database);

  const subscriptionIn = ({ query }: FastifyRequest) => links.readUnsubscribe(v.parse(queryOf, query).token);

  const send = (reply: FastifyReply, page: Page) => {
    const nonce = randomText(16, 'base64');
    return secure(reply, nonce).send(htmlOf(page, brand, nonce, reply.request.language));
  };

  const preferencesLink = ({ i18n }: FastifyRequest) => (
    <p>
      <a href={links.preferences}>{i18n.t('Change your notifications')}</a>
    </p>
  );

  const sendUnknownLink = (request: FastifyRequest, reply: FastifyReply) =>
    send(reply.code(404), {
      title: request.i18n.t('This link does not work'),
      text: request.i18n.t(
        'It may be incomplete. Copy the whole link from the mail, or sign in and choose what you get.',
      ),
      action: preferencesLink(request),
    });

  // Ignore the body: mail clients send a form in either encoding, and the link contains everything.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async () => undefined);

  app.get('/unsubscribe', async (request, reply) => {
    const { i18n } = request;
    const subscription = subscriptionIn(request);
    const customer = subscription && (await preferences.find(subscription.customerId));
    if (!customer) return sendUnknownLink(request, reply);
    const { channel } = subscription;
    const address = customer.addresses[channel];
    return send(reply, {
      title: i18n.t(texts[channel].question),
      text: address
        ? i18n.t('{brand} sends them to {contact}.', {
            brand: brand.name,
            contact: maskContact({ channel, address }),
          })
        : i18n.t('{brand} will send no more of them.', { brand: brand.name }),
      // Without an action, a form is sent to the address of its page.
      action: (
        <form method="post">
          <button type="submit">{i18n.t(texts[channel].stop)}</button>
        </form>
      ),
    });
  });

  app.post('/unsubscribe', async (request, reply) => {
    const subscription = subscriptionIn(request);
    const isKnown =
      subscription && (await preferences.switchOf(subscription.customerId, subscription.channel, false));
    if (!isKnown) return sendUnknownLink(request, reply);
    const { customerId, channel } = subscription;
    request.audit({ event: 'preferences', outcome: 'saved', by: 'link', customerId, [channel]: false });
    return send(reply, {
      title: request.i18n.t(texts[channel].stopped),
      text: request.i18n.t('One-time codes still reach you when you ask for them.'),
      action: preferencesLink(request),
    });
  });
};
