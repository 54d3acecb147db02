import { mdiFileSearchOutline } from '@mdi/js';
import type { ServiceOrder } from '@portal/api';
import { Box, Button, Stack, StateMessage, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EventLog } from '../event-log/event-log';
import { DataBoundary } from '../screen/data-boundary';
import { Section, SkeletonCard } from '../screen/section';
import { OrderSummary } from './order-summary';
import { Progress } from './progress';

/** One order: its progress, summary and event log. */
export const OrderView = ({ order }: { order: ServiceOrder }) => (
  <OrderLayout
    progress={
      <Part heading="Progress" order={order}>
        {({ Status }) => <Progress status={Status} />}
      </Part>
    }
    summary={
      <Part heading="Order Summary" order={order}>
        {(shown) => <OrderSummary order={shown} />}
      </Part>
    }
    log={
      <Part heading="Event Log" order={order}>
        {({ events }) => <EventLog events={events ?? []} />}
      </Part>
    }
  />
);

const PLAIN_ORDER: ServiceOrder = { events: [{ body: '<p>·</p>', created_at: undefined }] };

interface PartProps {
  heading: string;
  order: ServiceOrder;
  children: (order: ServiceOrder) => ReactNode;
}

/** A section of an order that fails alone: the others stay readable. */
const Part = ({ heading, order, children }: PartProps) => (
  <DataBoundary
    data={order}
    plain={PLAIN_ORDER}
    fallback={
      <Section heading={heading}>
        <Typography sx={{ color: 'text.secondary' }}>
          This part of the order cannot be shown here. Please ask us about it.
        </Typography>
      </Section>
    }
  >
    {children}
  </DataBoundary>
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
