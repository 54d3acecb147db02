import { newestFirst, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import { Box, Button, Card, Link, Typography, useLocale } from '@portal/theme';
import { useId, useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { withKeys } from '../frame/long-list';
import { upcomingOf } from '../order/upcoming';
import { orderPath, PATHS } from '../paths';
import { useI18n } from '../texts';
import { useDateStyle, useNow } from '../values/date-value';
import { formatVisit } from '../values/dates';
import { TextValue, useCounted } from '../values/text-value';

/** How many orders a list links to. */
const MOST = 3;

/** An order, with its question or its next visit. */
interface Ahead {
  order: ServiceOrder;
  event: ServiceOrderEvent;
}

interface OtherOrdersProps {
  orders: readonly ServiceOrder[];
  /** The number of the order that the screen shows anyway. */
  latest: string | undefined;
}

/** Links to all orders that wait for the customer, and to the next visits, unless only the latest order has any. */
export const OtherOrders = ({ orders, latest }: OtherOrdersProps) => {
  const now = useNow();
  const { timeZone } = useDateStyle();
  const { waiting, upcoming } = useMemo(() => {
    const ahead = orders.map((order) => ({ order, ...upcomingOf(order, now, timeZone) }));
    const newest = (items: Ahead[]) => newestFirst(items, ({ event }) => event.created_at);
    return {
      waiting: newest(ahead.flatMap(({ order, waiting: event }) => (event ? { order, event } : []))),
      upcoming: newest(ahead.flatMap(({ order, next: event }) => (event ? { order, event } : []))).reverse(),
    };
  }, [orders, now, timeZone]);
  const isOther = ({ order }: Ahead) => order.ServiceOrderNbr !== latest;
  if (![...waiting, ...upcoming].some(isOther)) return null;
  return (
    <Card sx={cardStyles}>
      {waiting.some(isOther) && <Questions items={waiting} />}
      {upcoming.some(isOther) && <Visits items={upcoming} />}
    </Card>
  );
};

/** Each by its question, then its order. */
const Questions = ({ items }: { items: readonly Ahead[] }) => (
  <OrderLinks
    heading={useI18n().t('Needs your answer')}
    color="warning.main"
    show="waiting"
    items={items}
    lineOf={({ order: { Description, ServiceOrderNbr }, event: { summary } }) => ({
      text: summary ?? Description,
      about: summary && (Description ?? ServiceOrderNbr),
    })}
  />
);

/** Each by its date, then its order and place. */
const Visits = ({ items }: { items: readonly Ahead[] }) => {
  const now = useNow();
  const style = useDateStyle();
  return (
    <OrderLinks
      heading={useI18n().t('Upcoming')}
      show="upcoming"
      items={items}
      lineOf={({ order, event }) => ({
        day: formatVisit(event, now, style, { width: 'short', only: 'day' }),
        time: formatVisit(event, now, style, { width: 'short', only: 'time' }),
        text: order.Description,
        about: event.location ?? event.summary,
      })}
    />
  );
};

interface OrderLinksProps {
  heading: string;
  color?: string;
  /** The filter of the list that shows all of them. */
  show: string;
  items: readonly Ahead[];
  lineOf: (item: Ahead) => Partial<Record<'day' | 'time' | 'text' | 'about', string | undefined>>;
}

const OrderLinks = ({ heading, color, show, items, lineOf }: OrderLinksProps) => {
  const i18n = useI18n();
  const counted = useCounted();
  const { format } = new Intl.NumberFormat(useLocale());
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography id={id} component="h2" variant="h3" sx={[headingStyles, { color }]}>
        {counted(heading, items.length)}
      </Typography>
      <Box component="ul" role="list" sx={listStyles}>
        {withKeys(items.slice(0, MOST), ({ order }) => order.ServiceOrderNbr).map(({ key, item }) => {
          const { ServiceOrderNbr: orderNbr = '' } = item.order;
          const { day, time, text = orderNbr, about } = lineOf(item);
          return (
            <li key={key}>
              {day && (
                <div>
                  <strong>{day}</strong>
                  {time && <div>{time}</div>}
                </div>
              )}
              <div>
                <Link component={RouterLink} to={orderPath(orderNbr) ?? PATHS.list} underline="hover">
                  <span>
                    <TextValue text={text} />
                  </span>
                </Link>
                {about && (
                  <div>
                    <TextValue text={about} />
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </Box>
      {items.length > MOST && (
        <Button
          component={RouterLink}
          to={`${PATHS.list}?show=${show}`}
          aria-describedby={id}
          sx={{ px: 1, mx: -1 }}
        >
          {i18n.t('Show all {count}', { count: format(items.length) })}
        </Button>
      )}
    </section>
  );
};

const cardStyles = {
  display: 'grid',
  columnGap: 3,
  rowGap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))',
  padding: { xs: 2, sm: 3 },
  marginBlockEnd: { xs: 2, sm: 3 },
  displayPrint: 'none',
};

const headingStyles = { mb: 1, overflowWrap: 'break-word' };

/** The link covers its line. Where date and order do not fit beside each other, the order is below. Questions are never cut. */
const listStyles = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': {
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 1.5,
    paddingBlock: 1.25,
    borderBlockStart: '1px solid',
    borderColor: 'divider',
  },
  '& > li > div': { flex: '1 1 10rem', minInlineSize: 0 },
  '& > li > div:not(:last-child)': { flex: '0 0 7rem' },
  '& strong': { fontWeight: 650 },
  '& div > div': { typography: 'body2', color: 'text.secondary' },
  '& > li > div:only-child a': { fontWeight: 600 },
  '& > li > div:not(:only-child) a > span, & a + div': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
  },
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
};
