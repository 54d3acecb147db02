import { Box, Card, Skeleton, useContainerUp } from '@portal/theme';

const ROWS = 6;

const rowStyles = {
  display: 'grid',
  gridTemplateColumns: '14% 1fr 19% 21% 140px',
  columnGap: 3,
  alignItems: 'center',
  px: 2,
  minBlockSize: 77,
  borderBlockEnd: '1px solid',
  borderColor: 'divider',
  '&:last-of-type': { borderBlockEnd: 0 },
};

const SkeletonRow = () => (
  <Box sx={rowStyles}>
    <Skeleton width="70%" />
    <Skeleton width="85%" />
    <Skeleton variant="rounded" width={84} height={24} sx={{ borderRadius: 4 }} />
    <Skeleton width="80%" />
    <Skeleton variant="rounded" height={40} />
  </Box>
);

const SkeletonCardOfOrder = () => (
  <Card sx={{ display: 'grid', gap: 1, p: 2, mb: 2 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
      <Skeleton width="6rem" sx={{ fontSize: '1.2rem' }} />
      <Skeleton variant="rounded" width={84} height={24} sx={{ borderRadius: 4 }} />
    </Box>
    <Skeleton width="85%" />
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
      <Skeleton width="40%" />
      <Skeleton variant="rounded" width={110} height={44} />
    </Box>
  </Card>
);

/** In the shape of the list: a table on wide screens, cards on narrow ones. */
export const OrderListSkeleton = () => {
  const isWide = useContainerUp('md');
  const rows = Array.from({ length: ROWS }, (_, row) =>
    isWide ? <SkeletonRow key={row} /> : <SkeletonCardOfOrder key={row} />,
  );
  if (!isWide) return rows;
  return (
    <Card>
      <Box
        sx={{
          blockSize: 53,
          bgcolor: 'background.default',
          borderBlockEnd: '1px solid',
          borderColor: 'divider',
        }}
      />
      {rows}
    </Card>
  );
};
