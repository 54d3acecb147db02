import { Skeleton, Stack, useContainerUp } from '@portal/theme';

const ROWS = 6;

/** Takes the place of the list while it loads: as high as its rows or cards. */
export const OrderListSkeleton = () => {
  const isWide = useContainerUp('md');
  return (
    <Stack sx={{ gap: isWide ? '1px' : 2 }}>
      {[...Array(ROWS).keys()].map((row) => (
        <Skeleton key={row} variant="rounded" height={isWide ? 77 : 150} />
      ))}
    </Stack>
  );
};
