import { mdiFileSearchOutline } from '@mdi/js';
import type { ServiceOrder } from '@portal/api';
import { Box, Button, Stack, StateMessage } from '@portal/theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EventLog } from '../event-log/event-log';
import { SkeletonCard } from '../screen/section';
import { OrderSummary } from './order-summary';
import { Progress } from './progress';

/** One order: its progress, summary and event log. */
export const OrderView = ({ order }: { order: ServiceOrder }) => (
  <OrderLayout
    progress={<Progress status={order.Status} />}
    summary={<OrderSummary order={order} />}
    log={<EventLog events={order.events ?? []} />}
  />
);

export const OrderSkeleton = () => (
  <OrderLayout
    progress={<SkeletonCard lines={2} />}
    summary={<SkeletonCard lines={5} />}
    log={<SkeletonCard lines={12} />}
  />
);

/** Takes the place of an order that does not exist. */
export const OrderNotFound = ({ message }: { message: string }) => (
  <StateMessage
    icon={mdiFileSearchOutline}
    message={message}
    explanation="It may have been removed, or belong to another customer."
    action={
      <Button component={Link} to="/service-orders" variant="outlined">
        All Service Orders
      </Button>
    }
  />
);

interface OrderLayoutProps {
  progress: ReactNode;
  summary: ReactNode;
  log: ReactNode;
}

/** Progress on top; summary and log side by side on wide screens, one below the other on narrow ones. */
const OrderLayout = ({ progress, summary, log }: OrderLayoutProps) => (
  <Stack spacing={3}>
    {progress}
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      {summary}
      {log}
    </Box>
  </Stack>
);
