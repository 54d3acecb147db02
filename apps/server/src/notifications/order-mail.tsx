/** @jsxRuntime automatic */
import type { ReactElement } from 'react';
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

const Reason = (context: MailContext) => (
  <FaintText>
    {context.config.brand.name} sends you this mail because you chose mails about your service orders.{' '}
    <FaintLink href={context.links.preferences}>Change your notifications</FaintLink> or{' '}
    <FaintLink href={unsubscribeLink(context)}>stop these mails</FaintLink>.
  </FaintText>
);

const Events = ({ events }: { events: readonly string[] }) => {
  const left = events.length - MOST_EVENTS;
  return (
    <ul style={{ margin: '0 0 16px', padding: '0 0 0 20px' }}>
      {events.slice(0, MOST_EVENTS).map((event, index) => (
        <li key={index} className="text" style={entry}>
          {event}
        </li>
      ))}
      {left > 0 && <li className="text" style={entry}>{`and ${left} more`}</li>}
    </ul>
  );
};

const OrderCard = ({ news, context }: { news: OrderNews; context: MailContext }) => (
  <Card>
    <FaintText>Service order {news.orderNbr}</FaintText>
    <Heading>{news.headline}</Heading>
    <Text>{news.title}</Text>
    {news.events.length > 0 && <Events events={news.events} />}
    <ActionButton href={context.links.order(news.orderNbr)} color={context.config.brand.primaryColor}>
      View order
    </ActionButton>
  </Card>
);

/** The mail about changed orders. */
export const orderMail = (news: readonly OrderNews[], context: MailContext): Content => {
  const subject = subjectOf(news);
  const preview = news.map(({ headline, orderNbr }) => `${headline} (${orderNbr})`).join(', ');
  return mailOf(
    subject,
    <MailLayout config={context.config} subject={subject} preview={preview}>
      <Text>
        {context.name ? `Hello ${context.name}, there` : 'There'} is news about your service{' '}
        {news.length === 1 ? 'order' : 'orders'}.
      </Text>
      {news.map((item) => (
        <OrderCard key={item.orderNbr} news={item} context={context} />
      ))}
      <Reason {...context} />
    </MailLayout>,
    context,
  );
};

/** The mail that a customer asked for on the preferences screen. */
export const testMail = (context: MailContext): Content => {
  const { brand } = context.config;
  const subject = testSubject(brand.name);
  return mailOf(
    subject,
    <MailLayout
      config={context.config}
      subject={subject}
      preview="Mails about your service orders reach you."
    >
      <Card>
        <Heading>This is a test</Heading>
        <Text>Mails about your service orders reach you at this address.</Text>
        <ActionButton href={context.links.orders} color={brand.primaryColor}>
          View your orders
        </ActionButton>
      </Card>
      <Reason {...context} />
    </MailLayout>,
    context,
  );
};
