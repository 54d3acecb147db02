import type { ServiceOrder } from '@portal/api';
import { Box, Stack } from '@portal/theme';
import { EventLog } from '../event-log/event-log';
import { OrderSummary } from './order-summary';
import { Progress } from './progress';

/** Summary beside the log where there is room, above it where there is not. */
const besides = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
};

/** One order: its progress, summary and event log. */
export const OrderView = ({ order }: { order: ServiceOrder }) => (
  <Stack spacing={3}>
    <Progress status={order.Status} />
    <Box sx={besides}>
      <OrderSummary order={order} />
      <EventLog events={order.events ?? []} />
    </Box>
  </Stack>
);
