import { SkeletonCard } from '../screen/skeleton-card';
import { OrderLayout } from './order-layout';

/** Stands where an order will. */
export const OrderSkeleton = () => (
  <OrderLayout
    progress={<SkeletonCard lines={2} />}
    summary={<SkeletonCard lines={5} />}
    log={<SkeletonCard lines={12} />}
  />
);
