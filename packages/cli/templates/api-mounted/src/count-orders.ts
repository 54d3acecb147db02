import { readSummary } from './read-summary';

/** Calls the back end, and says how many orders the customer has. */
export const countOrders = async (): Promise<string> => {
  try {
    const { orders } = await readSummary();
    return orders === 1 ? 'You have 1 order.' : `You have ${orders} orders.`;
  } catch {
    return 'We could not load your orders.';
  }
};
