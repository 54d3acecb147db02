import type { ServiceOrder } from '@portal/api';
import { Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import { EventLog } from '../event-log/event-log';
import { DataBoundary } from '../screen/data-boundary';
import { Section } from '../screen/section';
import { Letterhead } from './letterhead';
import { OrderActions } from './order-actions';
import { OrderLayout } from './order-layout';
import { OrderSummary } from './order-summary';
import { Progress } from './progress';

const TEXTS = { unreadable: 'This part of the order cannot be shown here. Please ask us about it.' };

/** One order: its progress, summary and event log. */
export const OrderView = ({ order }: { order: ServiceOrder }) => (
  <>
    <Letterhead orderNbr={order.ServiceOrderNbr} />
    <OrderLayout
      progress={
        <Part heading="Progress" order={order}>
          {({ Status, events }) => <Progress status={Status} events={events ?? []} />}
        </Part>
      }
      summary={
        <Part heading="Order Summary" order={order}>
          {(shown) => <OrderSummary order={shown} />}
        </Part>
      }
      actions={<OrderActions order={order} />}
      log={
        <Part heading="Event Log" order={order}>
          {({ events }) => <EventLog events={events ?? []} />}
        </Part>
      }
    />
  </>
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
        <Typography sx={{ color: 'text.secondary' }}>{TEXTS.unreadable}</Typography>
      </Section>
    }
  >
    {children}
  </DataBoundary>
);
