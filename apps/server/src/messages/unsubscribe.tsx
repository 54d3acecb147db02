/** @jsxRuntime automatic */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { Config } from '../platform/config/config';
import { maskContact } from '../platform/contact/contact';
import { preferenceStore } from '../identity/customers/preference-store';
import { acceptBytes } from '../platform/http/scopes';
import type { Routes } from '../platform/http/validation';
import type { Portal } from '../platform/crypto/keys';
import { createLinks } from './links';
import { buttonStyle, Card, Heading, htmlOf, MailFrame, Text, TextLink } from './mail/mail-frame';

interface Page {
  title: string;
  text: string;
  /** What the customer can do next. */
  children: ReactNode;
}

/** Allows neither scripts nor frames. The Referer never contains the address, which has the token. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const send = (reply: FastifyReply, config: Config, { title, text, children }: Page) =>
  reply.headers(HEADERS).send(
    htmlOf(
      <MailFrame context={{ config, i18n: reply.request.i18n }} subject={`${title} – ${config.brand.name}`}>
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

/** Without an action, the form is sent to the address of its page. */
const Stop = ({ color, children }: { color: string; children: ReactNode }) => (
  <form method="post">
    <button type="submit" style={buttonStyle(color)}>
      {children}
    </button>
  </form>
);

const BODY_LIMIT = 16 * 1024;

const queryOf = v.object({ token: v.fallback(v.string(), '') });

/**
 * `/unsubscribe`: ends mails without sign-in. GET only asks, because mail scanners open every link; POST is
 * the button of that page, and the one click of mail clients (RFC 8058). The signature in the link is the permission.
 */
export const unsubscribeRoutes: Routes<Portal> = async (app, { config, database, keys }) => {
  const links = createLinks(config, keys.unsubscribe);
  const preferences = preferenceStore(database);

  const customerIn = async ({ query }: FastifyRequest) => {
    const id = links.readUnsubscribe(v.parse(queryOf, query).token);
    const customer = id && (await preferences.find(id));
    return customer && { id, address: customer.addresses.email };
  };

  const sendEnd = (reply: FastifyReply, page: Omit<Page, 'children'>) => {
    const text = reply.request.i18n.t('Change your notifications');
    const children = <TextLink href={links.preferences}>{text}</TextLink>;
    return send(reply, config, { ...page, children: <Text>{children}</Text> });
  };

  const refuse = (reply: FastifyReply) => {
    const { i18n } = reply.request;
    return sendEnd(reply.code(404), {
      title: i18n.t('This link does not work'),
      text: i18n.t(
        'It may be incomplete. Copy the whole link from the email, or sign in and choose what you get.',
      ),
    });
  };

  // Ignore the body: mail clients send a form in either encoding, and the link contains everything.
  acceptBytes(app, BODY_LIMIT);

  app.get('/unsubscribe', async (request, reply) => {
    const { i18n } = request;
    const customer = await customerIn(request);
    if (!customer) return refuse(reply);
    const { address } = customer;
    const [brand, contact] = [config.brand.name, address && maskContact({ channel: 'email', address })];
    return send(reply, config, {
      title: i18n.t('Stop emails about your service orders?'),
      text: contact
        ? i18n.t('{brand} sends them to {contact}.', { brand, contact })
        : i18n.t('{brand} won’t send you any more of them.', { brand }),
      children: <Stop color={config.brand.primaryColor}>{i18n.t('Stop these emails')}</Stop>,
    });
  });

  app.post('/unsubscribe', async (request, reply) => {
    const { i18n } = request;
    const customer = await customerIn(request);
    if (!customer) return refuse(reply);
    for (const customerId of await preferences.switchChannel('email', false, 'id', customer.id))
      request.audit({ event: 'preferences', outcome: 'saved', by: 'link', customerId, email: false });
    return sendEnd(reply, {
      title: i18n.t('You won’t get any more emails about your service orders'),
      text: i18n.t('You’ll still get one-time codes when you ask for them.'),
    });
  });
};
