import type { ServiceOrder } from '@portal/api';
import { Card, Stack, Typography } from '@portal/theme';
import { GivenDate } from '../values/given-date';
import { GivenText } from '../values/given-text';
import { StatusChip } from '../values/status-chip';
import { ShortText } from './short-text';
import { ViewDetails } from './view-details';

/** The orders on narrow screens, in the order given. */
export const OrderCards = ({ orders }: { orders: readonly ServiceOrder[] }) => (
  // A list without bullets is none to Safari, unless it says so.
  <Stack
    component="ul"
    role="list"
    spacing={2}
    sx={{ listStyle: 'none', m: 0, p: 0 }}
    aria-label="My Service Orders"
  >
    {orders.map((order, index) => (
      <OrderCard key={index} order={order} />
    ))}
  </Stack>
);

const OrderCard = ({ order }: { order: ServiceOrder }) => (
  <Card component="li">
    <Stack spacing={1.5} sx={{ p: 2 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
        <Typography variant="h2">
          <GivenText text={order.ServiceOrderNbr} />
        </Typography>
        <StatusChip status={order.Status} />
      </Stack>
      <ShortText text={order.Description} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Last updated: <GivenDate text={order.LastModifiedDateTime} as="moment" />
      </Typography>
      {order.ServiceOrderNbr && <ViewDetails orderNbr={order.ServiceOrderNbr} />}
    </Stack>
  </Card>
);
