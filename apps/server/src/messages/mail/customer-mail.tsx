/** @jsxRuntime automatic */
import { Fragment, type ReactElement } from 'react';
import type { Content, CustomerContext } from '../message';
import { shorten } from '../sms/sms';
import { FaintText, light, MailFrame, renderMail, Support, TextLink } from './mail-frame';

/** One-click unsubscribing needs HTTPS (RFC 8058); the page behind the link works on any. */
const unsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** Replaces each `<name>` in a text with its element. */
const filled = (text: string, elements: Record<string, ReactElement>) =>
  text
    .split(/<(\w+)>/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : elements[part]}</Fragment>);

const Reason = (context: CustomerContext) => {
  const { config, i18n, links, customerId } = context;
  const link = (href: string, text: string) => (
    <TextLink href={href} color={light.faint}>
      {text}
    </TextLink>
  );
  return (
    <FaintText>
      {i18n.t('{brand} sent you this email because you chose to get emails about your service orders.', {
        brand: config.brand.name,
      })}{' '}
      {filled(i18n.t('{change} or {stop}.', { change: '<change>', stop: '<stop>' }), {
        change: link(links.preferences, i18n.t('Change your notifications')),
        stop: link(links.unsubscribe(customerId), i18n.t('stop these emails')),
      })}
    </FaintText>
  );
};

const LONGEST_PREVIEW = 200;

/** A mail that a customer can unsubscribe from. */
export const customerMail = (
  context: CustomerContext,
  subject: string,
  preview: string,
  content: ReactElement,
): Content => ({
  subject,
  ...renderMail(
    <MailFrame context={context} subject={subject} preview={shorten(preview, LONGEST_PREVIEW)}>
      {content}
      <Support {...context} />
      <Reason {...context} />
    </MailFrame>,
  ),
  replyTo: context.config.brand.support.email,
  headers: unsubscribeHeaders(context.links.unsubscribe(context.customerId)),
});
