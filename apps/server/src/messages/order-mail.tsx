/** @jsxRuntime automatic */
import { directionOf } from '@portal/contract';
import { Fragment, type ReactElement } from 'react';
import {
  ActionButton,
  Card,
  FaintText,
  Heading,
  light,
  MailFrame,
  renderMail,
  Text,
  TextLink,
} from './mail-frame';
import type { Content, CustomerContext } from './message';
import { subjectOf, testSubject, type OrderNews } from './order-news';

const MOST_EVENTS = 5;

/** One-click unsubscribing needs HTTPS (RFC 8058); the page behind the link works on any. */
const unsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

const unsubscribeLink = ({ links, customerId }: CustomerContext) =>
  links.unsubscribe({ customerId, channel: 'email' });

/** Replaces each `<name>` in a text with its element. */
const filled = (text: string, elements: Record<string, ReactElement>) =>
  text
    .split(/<(\w+)>/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : elements[part]}</Fragment>);

const Reason = (context: CustomerContext) => {
  const { config, i18n, links } = context;
  const link = (href: string, text: string) => (
    <TextLink href={href} color={light.faint}>
      {text}
    </TextLink>
  );
  return (
    <FaintText>
      {i18n.t('{brand} sends you this mail because you chose mails about your service orders.', {
        brand: config.brand.name,
      })}{' '}
      {filled(i18n.t('{change} or {stop}.', { change: '<change>', stop: '<stop>' }), {
        change: link(links.preferences, i18n.t('Change your notifications')),
        stop: link(unsubscribeLink(context), i18n.t('stop these mails')),
      })}
    </FaintText>
  );
};

/** A mail that a customer can unsubscribe from. */
const mailOf = (
  context: CustomerContext,
  subject: string,
  preview: string,
  content: ReactElement,
): Content => ({
  subject,
  ...renderMail(
    <MailFrame context={context} subject={subject} preview={preview}>
      {content}
      <Reason {...context} />
    </MailFrame>,
  ),
  headers: unsubscribeHeaders(unsubscribeLink(context)),
});

const Events = ({ events, i18n }: { events: readonly string[] } & Pick<CustomerContext, 'i18n'>) => {
  const left = events.length - MOST_EVENTS;
  const entries = [
    ...events.slice(0, MOST_EVENTS),
    ...(left > 0 ? [i18n.t('{count, plural, one {and # more} other {and # more}}', { count: left })] : []),
  ];
  const padding = directionOf(i18n.language) === 'rtl' ? '0 20px 0 0' : '0 0 0 20px';
  return (
    <ul style={{ margin: '0 0 16px', padding }}>
      {entries.map((event, index) => (
        <li key={index} className="text" style={{ fontSize: 16, lineHeight: '24px', color: light.text }}>
          {event}
        </li>
      ))}
    </ul>
  );
};

const OrderCard = ({ news, context }: { news: OrderNews; context: CustomerContext }) => (
  <Card>
    <FaintText>{context.i18n.t('Service order {number}', { number: news.orderNbr })}</FaintText>
    <Heading>{news.headline}</Heading>
    <Text>{news.title}</Text>
    {news.events.length > 0 && <Events events={news.events} i18n={context.i18n} />}
    <ActionButton href={context.links.order(news.orderNbr)} color={context.config.brand.primaryColor}>
      {context.i18n.t('View order')}
    </ActionButton>
  </Card>
);

/** The mail about changed orders. */
export const orderMail = (news: readonly OrderNews[], context: CustomerContext): Content => {
  const { i18n, name } = context;
  const count = news.length;
  const greeting = name
    ? i18n.t(
        'Hello {name}, {count, plural, one {there is news about your service order} other {there is news about your service orders}}.',
        { name, count },
      )
    : i18n.t(
        '{count, plural, one {There is news about your service order.} other {There is news about your service orders.}}',
        { count },
      );
  return mailOf(
    context,
    subjectOf(news, i18n),
    news.map(({ headline, orderNbr }) => `${headline} (${orderNbr})`).join(', '),
    <>
      <Text>{greeting}</Text>
      {news.map((item) => (
        <OrderCard key={item.orderNbr} news={item} context={context} />
      ))}
    </>,
  );
};

/** The test mail that a customer requested on the preferences screen. */
export const testMail = (context: CustomerContext): Content => {
  const { config, i18n, links } = context;
  return mailOf(
    context,
    testSubject(context),
    i18n.t('Mails about your service orders reach you.'),
    <Card>
      <Heading>{i18n.t('This is a test')}</Heading>
      <Text>{i18n.t('Mails about your service orders reach you at this address.')}</Text>
      <ActionButton href={links.orders} color={config.brand.primaryColor}>
        {i18n.t('View your orders')}
      </ActionButton>
    </Card>,
  );
};
