import { Card, Skeleton, Stack } from '@portal/theme';

const WIDTHS = ['40%', '90%', '75%', '85%', '60%'];

/** A card whose lines are still to come. */
export const SkeletonCard = ({ lines }: { lines: number }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <Skeleton width="10rem" sx={{ fontSize: '1.4rem', mb: 2, maxInlineSize: '60%' }} />
    <Stack spacing={1}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={WIDTHS[line % WIDTHS.length] ?? '100%'} />
      ))}
    </Stack>
  </Card>
);
