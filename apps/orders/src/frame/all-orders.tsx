import { mdiClipboardTextOutline } from '@mdi/js';
import { useServiceOrders, type ServiceOrder } from '@portal/api';
import { Ask, QueryView, StateMessage } from '@portal/theme';
import type { ReactNode } from 'react';

interface AllOrdersProps {
  failure: string;
  skeleton: ReactNode;
  /** The message to a customer without orders, and what it means. */
  none: string;
  explanation: string;
  /** Shows at least one order. */
  children: (orders: readonly ServiceOrder[]) => ReactNode;
}

/** Loads all orders of the customer. */
export const AllOrders = ({ failure, skeleton, none, explanation, children }: AllOrdersProps) => (
  <QueryView query={useServiceOrders()} failure={failure} skeleton={skeleton} help={<Ask />}>
    {(orders) =>
      orders.length > 0 ? (
        children(orders)
      ) : (
        <StateMessage
          icon={mdiClipboardTextOutline}
          message={none}
          explanation={explanation}
          action={<Ask />}
        />
      )
    }
  </QueryView>
);
