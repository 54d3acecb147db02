import { Stack } from '@portal/theme';
import { SkeletonCard } from '../screen/skeleton-card';

const CARDS = 4;

/** Stands where the orders will. */
export const ListSkeleton = () => (
  <Stack spacing={2}>
    {Array.from({ length: CARDS }, (_, card) => (
      <SkeletonCard key={card} lines={2} />
    ))}
  </Stack>
);
