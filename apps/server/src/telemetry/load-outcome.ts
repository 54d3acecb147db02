import type { LoadReport } from '@portal/contract';

/** What a report says about its version: `retried` is not a failure yet; every other event but `shown` is one. */
export const outcomeOf = ({ event }: Pick<LoadReport, 'event'>): 'shown' | 'retried' | 'failed' =>
  event === 'shown' || event === 'retried' ? event : 'failed';
