/** @jsxRuntime automatic */
import { directionOf } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import { Fragment, type ReactElement } from 'react';
import type { Config } from '../config';
import type { Content } from '../delivery/driver';
import type { Links } from './links';
import { ActionButton, Card, FaintLink, FaintText, Heading, MailLayout, Text } from './mail-layout';
import { light } from './mail-colors';
import { renderMail } from './render-mail';
import { subjectOf, testSubject, type OrderNews } from './order-news';

/** Who sends a mail, and to whom. */
export interface MailContext {
  config: Pick<Config, 'brand' | 'publicUrl'>;
  links: Links;
  customerId: string;
  name: string | null;
  i18n: I18n;
}

const MOST_EVENTS = 5;
const entry = { fontSize: 16, lineHeight: '24px', color: light.text };

/** One-click unsubscribing needs HTTPS (RFC 8058); the page behind the link works on any. */
const unsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

const unsubscribeLink = ({ links, customerId }: MailContext) =>
  links.unsubscribe({ customerId, channel: 'email' });

const mailOf = (subject: string, mail: ReactElement, context: MailContext): Content => ({
  subject,
  ...renderMail(mail),
  headers: unsubscribeHeaders(unsubscribeLink(context)),
});

/** Replaces each `<name>` in a text with its element. */
const filled = (text: string, elements: Record<string, ReactElement>) =>
  text
    .split(/<(\w+)>/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : elements[part]}</Fragment>);

const Reason = (context: MailContext) => {
  const { config, i18n, links } = context;
  return (
    <FaintText>
      {i18n.t('{brand} sends you this mail because you chose mails about your service orders.', {
        brand: config.brand.name,
      })}{' '}
      {filled(i18n.t('{change} or {stop}.', { change: '<change>', stop: '<stop>' }), {
        change: <FaintLink href={links.preferences}>{i18n.t('Change your notifications')}</FaintLink>,
        stop: <FaintLink href={unsubscribeLink(context)}>{i18n.t('stop these mails')}</FaintLink>,
      })}
    </FaintText>
  );
};

const Events = ({ events, i18n }: { events: readonly string[]; i18n: I18n }) => {
  const left = events.length - MOST_EVENTS;
  return (
    <ul
      style={{
        margin: '0 0 16px',
        padding: directionOf(i18n.language) === 'rtl' ? '0 20px 0 0' : '0 0 0 20px',
      }}
    >
      {events.slice(0, MOST_EVENTS).map((event, index) => (
        <li key={index} className="text" style={entry}>
          {event}
        </li>
      ))}
      {left > 0 && (
        <li className="text" style={entry}>
          {i18n.t('{count, plural, one {and # more} other {and # more}}', { count: left })}
        </li>
      )}
    </ul>
  );
};

const OrderCard = ({ news, context }: { news: OrderNews; context: MailContext }) => (
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
export const orderMail = (news: readonly OrderNews[], context: MailContext): Content => {
  const { i18n, name } = context;
  const subject = subjectOf(news, i18n);
  const count = news.length;
  const preview = news.map(({ headline, orderNbr }) => `${headline} (${orderNbr})`).join(', ');
  return mailOf(
    subject,
    <MailLayout config={context.config} i18n={i18n} subject={subject} preview={preview}>
      <Text>
        {name
          ? i18n.t(
              'Hello {name}, {count, plural, one {there is news about your service order} other {there is news about your service orders}}.',
              { name, count },
            )
          : i18n.t(
              '{count, plural, one {There is news about your service order.} other {There is news about your service orders.}}',
              { count },
            )}
      </Text>
      {news.map((item) => (
        <OrderCard key={item.orderNbr} news={item} context={context} />
      ))}
      <Reason {...context} />
    </MailLayout>,
    context,
  );
};

/** The test mail that a customer requested on the preferences screen. */
export const testMail = (context: MailContext): Content => {
  const { config, i18n } = context;
  const { brand } = config;
  const subject = testSubject(brand.name, i18n);
  return mailOf(
    subject,
    <MailLayout
      config={config}
      i18n={i18n}
      subject={subject}
      preview={i18n.t('Mails about your service orders reach you.')}
    >
      <Card>
        <Heading>{i18n.t('This is a test')}</Heading>
        <Text>{i18n.t('Mails about your service orders reach you at this address.')}</Text>
        <ActionButton href={context.links.orders} color={brand.primaryColor}>
          {i18n.t('View your orders')}
        </ActionButton>
      </Card>
      <Reason {...context} />
    </MailLayout>,
    context,
  );
};
