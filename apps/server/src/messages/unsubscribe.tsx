/** @jsxRuntime automatic */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { maskContact } from '../customers/contact';
import { preferenceStore } from '../customers/preference-store';
import type { Routes } from '../http/validation';
import type { Portal } from '../keys';
import { createLinks } from './links';
import { buttonStyle, Card, Heading, htmlOf, MailFrame, Text, TextLink } from './mail-frame';

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
  children: ReactNode;
}

/** Allows neither scripts nor frames. The Referer never contains the address, which has the token. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const BODY_LIMIT = 16 * 1024;

const queryOf = v.object({ token: v.fallback(v.string(), '') });

/**
 * `/unsubscribe`: switches a channel off without sign-in. GET only asks, because mail scanners open every link; POST is
 * the button of that page, and the one click of mail clients (RFC 8058). The signature in the link is the permission.
 */
export const unsubscribeRoutes: Routes<Portal> = async (app, { config, database, keys }) => {
  const brand = config.brand.name;
  const links = createLinks(config, keys.unsubscribe);
  const preferences = preferenceStore(database);

  const subscriptionIn = ({ query }: FastifyRequest) => links.readUnsubscribe(v.parse(queryOf, query).token);

  const send = (reply: FastifyReply, { title, text, children }: Page) =>
    reply
      .headers(HEADERS)
      .type('text/html; charset=utf-8')
      .send(
        htmlOf(
          <MailFrame context={{ config, i18n: reply.request.i18n }} subject={`${title} – ${brand}`}>
            <main>
              <Card>
                <Heading>{title}</Heading>
                <Text>{text}</Text>
                {children}
              </Card>
            </main>
          </MailFrame>,
        ),
      );

  const preferencesLink = ({ i18n }: FastifyRequest) => (
    <Text>
      <TextLink href={links.preferences}>{i18n.t('Change your notifications')}</TextLink>
    </Text>
  );

  const sendUnknownLink = (request: FastifyRequest, reply: FastifyReply) =>
    send(reply.code(404), {
      title: request.i18n.t('This link does not work'),
      text: request.i18n.t(
        'It may be incomplete. Copy the whole link from the mail, or sign in and choose what you get.',
      ),
      children: preferencesLink(request),
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
        ? i18n.t('{brand} sends them to {contact}.', { brand, contact: maskContact({ channel, address }) })
        : i18n.t('{brand} will send no more of them.', { brand }),
      // Without an action, a form is sent to the address of its page.
      children: (
        <form method="post">
          <button type="submit" style={buttonStyle(config.brand.primaryColor)}>
            {i18n.t(texts[channel].stop)}
          </button>
        </form>
      ),
    });
  });

  app.post('/unsubscribe', async (request, reply) => {
    const subscription = subscriptionIn(request);
    if (!subscription) return sendUnknownLink(request, reply);
    const { customerId, channel } = subscription;
    const [switched] = await preferences.switchChannel(channel, false, 'id', customerId);
    if (switched === undefined) return sendUnknownLink(request, reply);
    request.audit({ event: 'preferences', outcome: 'saved', by: 'link', customerId, [channel]: false });
    return send(reply, {
      title: request.i18n.t(texts[channel].stopped),
      text: request.i18n.t('One-time codes still reach you when you ask for them.'),
      children: preferencesLink(request),
    });
  });
};
