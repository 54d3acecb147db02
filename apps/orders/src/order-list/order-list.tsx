import { mdiClipboardTextOutline } from '@mdi/js';
import type { ServiceOrder } from '@portal/api';
import { StateMessage, useContainerUp } from '@portal/theme';
import { newestFirst } from '../values/newest-first';
import { OrderCards } from './order-cards';
import { OrdersTable } from './orders-table';

/** All orders, last modified first: a table on wide screens, cards below the medium breakpoint (section 9). */
export const OrderList = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const wide = useContainerUp('md');
  if (orders.length === 0) return <NoOrders />;
  const sorted = newestFirst(orders, (order) => order.LastModifiedDateTime);
  return wide ? <OrdersTable orders={sorted} /> : <OrderCards orders={sorted} />;
};

const NoOrders = () => (
  <StateMessage
    icon={mdiClipboardTextOutline}
    message="No service orders found"
    explanation="When we open a service order for you, it appears here."
  />
);
