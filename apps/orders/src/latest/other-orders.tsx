import { newestFirst, type ServiceOrder } from '@portal/api';
import { Box, Link } from '@portal/theme';
import { Link as RouterLink } from 'react-router-dom';
import { withKeys } from '../frame/long-list';
import { Section } from '../frame/section';
import { useI18n } from '../texts';
import { useDateStyle, useNow } from '../values/date-value';
import { formatVisit } from '../values/dates';
import { TextValue } from '../values/text-value';
import { orderPath, PATHS } from '../paths';
import { upcomingOf } from '../order/upcoming';

/** How many orders a list links to. */
const MOST = 3;

interface OtherOrdersProps {
  orders: readonly ServiceOrder[];
  /** The order that the screen shows anyway. */
  except: string | undefined;
}

/** Links to other orders that wait for the customer, and to the next visits; renders nothing if there are none. */
export const OtherOrders = ({ orders, except }: OtherOrdersProps) => {
  const i18n = useI18n();
  const now = useNow();
  const style = useDateStyle();
  const ahead = orders.map((order) => ({
    order,
    isOther: order.ServiceOrderNbr !== except,
    ...upcomingOf(order, now, style.timeZone),
  }));
  const waiting = newestFirst(
    ahead.filter((one) => one.isOther && one.waiting),
    (one) => one.waiting?.created_at,
  );
  const planned = newestFirst(
    ahead.filter(({ next }) => next),
    ({ next }) => next?.created_at,
  )
    .reverse()
    // The first line of several is the next visit of all, even if the screen shows its order anyway.
    .filter(({ isOther }, index, { length }) => isOther || (index === 0 && length > 1));
  if (waiting.length + planned.length === 0) return null;
  return (
    <Box sx={lists}>
      <OrderLinks heading={i18n.t('Needs your answer')} orders={waiting.map(({ order }) => ({ order }))} />
      <OrderLinks
        heading={i18n.t('Upcoming')}
        orders={planned.map(({ order, next }) => ({ order, date: next && formatVisit(next, now, style) }))}
      />
    </Box>
  );
};

interface OrderLinksProps {
  heading: string;
  orders: readonly { order: ServiceOrder; date?: string | undefined }[];
}

const OrderLinks = ({ heading, orders }: OrderLinksProps) =>
  orders.length > 0 && (
    <Section heading={heading} isQuiet>
      <Box component="ul" role="list" sx={list}>
        {withKeys(orders.slice(0, MOST), ({ order }) => order.ServiceOrderNbr).map(
          ({ key, item: { order, date } }) => (
            <li key={key}>
              <Link component={RouterLink} to={orderPath(order.ServiceOrderNbr ?? '') ?? PATHS.list}>
                <span>
                  {date && <span>{`${date}\u00a0· `}</span>}
                  <TextValue text={order.Description ?? order.ServiceOrderNbr} />
                </span>
              </Link>
            </li>
          ),
        )}
      </Box>
    </Section>
  );

const lists = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))',
  marginBlockEnd: { xs: 2, sm: 3 },
  displayPrint: 'none',
};

/** Links with the height of a control, on two lines at most: the order shows the whole description. */
const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& a': { display: 'flex', alignItems: 'center', minBlockSize: 44 },
  '& a > span': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
  },
};
