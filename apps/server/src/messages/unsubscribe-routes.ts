import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../config';
import { maskContact } from '../customers/contact';
import type { Database } from '../database/connect';
import type { Routes } from '../http/validation';
import type { Keys } from '../keys';
import { preferenceStore } from '../preferences/preference-store';
import { randomText } from '../secrets';
import { createLinks } from './links';
import { confirmPage, stoppedPage, unknownLinkPage } from './unsubscribe-page';

interface UnsubscribeRoutes {
  config: Pick<Config, 'brand' | 'publicUrl' | 'baseUrl' | 'customerUrl'>;
  database: Database;
  keys: Pick<Keys, 'unsubscribe'>;
}

const BODY_LIMIT = 16 * 1024;

const queryOf = v.object({ token: v.fallback(v.string(), '') });

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

/**
 * `/unsubscribe`: switches a channel off without sign-in. GET only asks; POST is the button of that page, and the one
 * click of mail clients (RFC 8058). The signature in the link is the permission, so there is no CSRF token.
 */
export const unsubscribeRoutes: Routes<UnsubscribeRoutes> = async (app, { config, database, keys }) => {
  const links = createLinks({ config, keys });
  const preferences = preferenceStore(database);

  /** Reads the subscription from the link, and sets the headers of every page. */
  const read = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomText(16, 'base64');
    secure(reply, nonce);
    return {
      frame: { brand: config.brand, nonce, preferencesUrl: links.preferences, i18n: request.i18n },
      subscription: links.readUnsubscribe(v.parse(queryOf, request.query).token),
    };
  };

  // Ignore the body: mail clients send a form in either encoding, and the link contains everything.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async () => undefined);

  app.get('/unsubscribe', async (request, reply) => {
    const { frame, subscription } = read(request, reply);
    const customer = subscription && (await preferences.find(subscription.customerId));
    if (!customer) return reply.code(404).send(unknownLinkPage(frame));
    const { channel } = subscription;
    const address = customer.addresses[channel];
    return confirmPage(frame, channel, address && maskContact({ channel, address }));
  });

  app.post('/unsubscribe', async (request, reply) => {
    const { frame, subscription } = read(request, reply);
    const isKnown =
      subscription && (await preferences.switchOf(subscription.customerId, subscription.channel, false));
    if (!isKnown) return reply.code(404).send(unknownLinkPage(frame));
    const { customerId, channel } = subscription;
    request.audit({ event: 'preferences', outcome: 'saved', by: 'link', customerId, [channel]: false });
    return stoppedPage(frame, channel);
  });
};
