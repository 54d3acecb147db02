import type { ServiceOrder } from '@portal/api';
import { EventLog } from '../event-log/event-log';
import { OrderLayout } from './order-layout';
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
