/** @jsxRuntime automatic */
import { startOf } from '@portal/api/wire';
import { directionOf } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import { customerMail } from './mail/customer-mail';
import { excerptOf } from './mail/excerpt';
import { ActionButton, Card, FaintText, Heading, Panel, paragraph, Text, TextLink } from './mail/mail-frame';
import type { Content, Context, CustomerContext } from './message';
import { lineOf, MOST_ORDERS, visitTime, type OrderEvent, type OrderNews } from './order-news';
import { customerSms, shorten } from './sms/sms';

const MOST_EVENTS = 5;
const LONGEST_PART = 60;

const changeOf = ({ headline, status, title }: OrderNews) =>
  `${[headline, ...(status ? [status] : [])].map((part) => shorten(part, LONGEST_PART)).join(' · ')}: ${shorten(title, LONGEST_PART)}`;

const moreOf = (count: number, i18n: I18n): string =>
  i18n.t('{count, plural, one {and # more} other {and # more}}', { count });

const newsAbout = (count: number, i18n: I18n): string =>
  i18n.t(
    '{count, plural, one {News about # of your service orders} other {News about # of your service orders}}',
    { count },
  );

/** The news that a short text names: the only one, or the first question. @returns what follows its number */
const namedIn = (news: readonly OrderNews[], i18n: I18n) => {
  const [first, ...others] = news;
  if (!first || (others.length > 0 && !first.needsAnswer)) return undefined;
  return { first, more: others.length > 0 ? ` · ${moreOf(others.length, i18n)}` : '' };
};

/** The subject of a mail, such as `Completed: Boiler makes a knocking noise (000019)`. */
export const subjectOf = (news: readonly OrderNews[], i18n: I18n): string => {
  const named = namedIn(news, i18n);
  return named
    ? `${changeOf(named.first)} (${named.first.orderNbr})${named.more}`
    : newsAbout(news.length, i18n);
};

const Visit = ({ news: { visit, newest }, context }: { news: OrderNews; context: CustomerContext }) => {
  if (!visit) return null;
  // Beside the news, its summary is there already.
  const summary = visit === newest ? undefined : visit.summary;
  const about = [visit.created_by, summary, visit.location].map(lineOf).filter(Boolean);
  return (
    <Panel>
      <FaintText style={{ margin: 0 }}>{context.i18n.t('Next')}</FaintText>
      <Text style={{ margin: 0, fontWeight: 700 }}>{visitTime(visit, context)}</Text>
      {about.length > 0 && <Text style={{ margin: 0 }}>{about.join(' · ')}</Text>}
    </Panel>
  );
};

/** Who wrote an event, and when. */
const sourceOf = (event: OrderEvent, context: CustomerContext): string =>
  [lineOf(event.created_by), visitTime({ created_at: startOf(event) }, context)].filter(Boolean).join(' · ');

const Events = ({ events, i18n }: { events: readonly string[] } & Pick<Context, 'i18n'>) => {
  const left = events.length - MOST_EVENTS;
  const entries = [...events.slice(0, MOST_EVENTS), ...(left > 0 ? [moreOf(left, i18n)] : [])];
  // Outlook for Windows indents a list by its margin alone.
  const margin = directionOf(i18n.language) === 'rtl' ? '0 20px 16px 0' : '0 0 16px 20px';
  return (
    <ul style={{ margin, padding: 0 }}>
      {entries.map((event, index) => (
        <li key={index} className="text" style={{ ...paragraph, margin: 0 }}>
          {event}
        </li>
      ))}
    </ul>
  );
};

const OrderCard = ({ news, context }: { news: OrderNews; context: CustomerContext }) => {
  const { orderNbr, headline, needsAnswer, status, title, newest, visit } = news;
  const [first = headline, ...others] = news.events;
  // The box of the visit has its author and date.
  const source = newest && newest !== visit && sourceOf(newest, context);
  const excerpt = excerptOf(newest?.body);
  return (
    <Card>
      <FaintText>{context.i18n.t('Service order {number}', { number: orderNbr })}</FaintText>
      <Heading>{headline}</Heading>
      <Text>{[title, status].filter(Boolean).join(' · ')}</Text>
      <Visit news={news} context={context} />
      {first !== headline && <Text style={{ margin: '0 0 4px', fontWeight: 700 }}>{first}</Text>}
      {source && <FaintText style={{ margin: '0 0 4px' }}>{source}</FaintText>}
      {excerpt && (
        <Text>
          {/* In a mail of the other direction, a full stop would stand before its sentence. */}
          <span dir="auto">{excerpt}</span>
        </Text>
      )}
      {others.length > 0 && <Events events={others} i18n={context.i18n} />}
      <ActionButton href={context.links.order(orderNbr)} color={context.config.brand.primaryColor}>
        {needsAnswer ? context.i18n.t('Answer') : context.i18n.t('View order')}
      </ActionButton>
    </Card>
  );
};

/** What mail programs show beside the subject: the next visit and the first words, or of several orders their news. */
const previewOf = (news: readonly OrderNews[], context: CustomerContext): string => {
  const [first, ...others] = news;
  if (!first || others.length > 0)
    return news.map(({ headline, orderNbr }) => `${headline} (${orderNbr})`).join(', ');
  const { headline, events, newest, visit, needsAnswer } = first;
  const words = excerptOf(newest?.body) || events.find((event) => event !== headline);
  if (needsAnswer) return [context.i18n.t('Needs your answer'), words].filter(Boolean).join(': ');
  return [...(visit ? [context.i18n.t('Next'), visitTime(visit, context)] : []), words]
    .filter(Boolean)
    .join(' · ');
};

const greetingOf = (news: readonly OrderNews[], { i18n, name }: CustomerContext): string => {
  const count = news.length;
  if (news.some(({ needsAnswer }) => needsAnswer))
    return name
      ? i18n.t('Hello {name}, we need an answer from you.', { name })
      : i18n.t('We need an answer from you.');
  return name
    ? i18n.t(
        'Hello {name}, {count, plural, one {there is news about your service order} other {there is news about your service orders}}.',
        { name, count },
      )
    : i18n.t(
        '{count, plural, one {There is news about your service order.} other {There is news about your service orders.}}',
        { count },
      );
};

/** The mail about changed orders. */
export const orderMail = (news: readonly OrderNews[], context: CustomerContext): Content => {
  const { i18n, links } = context;
  const left = news.length - MOST_ORDERS;
  return customerMail(
    context,
    subjectOf(news, i18n),
    previewOf(news, context),
    <>
      <Text>{greetingOf(news, context)}</Text>
      {news.slice(0, MOST_ORDERS).map((item) => (
        <OrderCard key={item.orderNbr} news={item} context={context} />
      ))}
      {left > 0 && (
        <Text>
          {moreOf(left, i18n)}
          {' · '}
          <TextLink href={links.orders}>{i18n.t('View your orders')}</TextLink>
        </Text>
      )}
    </>,
  );
};

/** The text message about changed orders. */
export const orderSms = (
  news: readonly OrderNews[],
  context: Pick<CustomerContext, keyof Context | 'links'>,
): Content => {
  const { links, i18n } = context;
  const named = namedIn(news, i18n);
  const text = named
    ? customerSms(
        changeOf(named.first),
        ` (${named.first.orderNbr})${named.more} ${named.more ? links.orders : links.order(named.first.orderNbr)}`,
        context,
      )
    : customerSms(`${newsAbout(news.length, i18n)}.`, ` ${links.orders}`, context);
  return { subject: subjectOf(news, i18n), text };
};
