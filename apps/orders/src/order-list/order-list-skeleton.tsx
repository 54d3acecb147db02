import { Skeleton, Stack } from '@portal/theme';
import { useOrderSize } from './orders';

const ROWS = 6;

/** Takes the place of the list while it loads: as high as its rows or cards. */
export const OrderListSkeleton = () => {
  const { itemPx, gapPx } = useOrderSize();
  return (
    <Stack sx={{ gap: `${gapPx || 1}px` }}>
      {[...Array(ROWS).keys()].map((row) => (
        <Skeleton key={row} variant="rounded" height={itemPx} />
      ))}
    </Stack>
  );
};
