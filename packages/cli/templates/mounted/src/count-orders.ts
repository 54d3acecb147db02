import { http } from '@portal/api';

/** Calls the portal, and says how many orders the customer has. */
export const countOrders = async (): Promise<string> => {
  try {
    const { data } = await http.get<unknown[]>('/serviceOrder/list');
    return data.length === 1 ? 'You have 1 order.' : `You have ${data.length} orders.`;
  } catch {
    return 'We could not load your orders.';
  }
};
