import { Box, Card, Skeleton, useContainerUp } from '@portal/theme';
import { COLUMNS } from './columns';

const ROWS = 6;

const tracks = (screen: 'md' | 'lg') =>
  COLUMNS.map(({ inlineSize }) => inlineSize?.[screen] ?? 'minmax(0, 1fr)')
    .map((track) => (typeof track === 'number' ? `${track}px` : track))
    .join(' ');

const rowStyles = {
  display: 'grid',
  gridTemplateColumns: { md: tracks('md'), lg: tracks('lg') },
  alignItems: 'center',
  minBlockSize: 77,
  '& > *': { mx: { md: 1, lg: 2 } },
  '&:not(:last-child)': { borderBlockEnd: '1px solid', borderColor: 'divider' },
};

const SkeletonRow = () => (
  <Box sx={rowStyles}>
    {COLUMNS.map(({ id, onCard }) => (
      <Skeleton key={id} {...(onCard === 'action' && { variant: 'rounded', height: 40 })} />
    ))}
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

/** A skeleton in the shape of the list: a table on wide screens, cards on narrow ones. */
export const OrderListSkeleton = () => {
  const isWide = useContainerUp('md');
  const rows = [...Array(ROWS).keys()].map((row) =>
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
