import { Card, CardContent, Skeleton, Stack, Typography } from '@portal/theme';
import { useId, type ReactNode } from 'react';

/** A card with a second-level heading, which is also its accessible name. */
export const Section = ({ heading, children }: { heading: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ minInlineSize: 0 }}>
      <CardContent sx={{ p: { xs: 2, sm: 3 }, '&:last-child': { pb: { xs: 2, sm: 3 } } }}>
        <Typography id={id} variant="h2" sx={{ mb: 2.5 }}>
          {heading}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
};

const LINE_WIDTHS = ['40%', '90%', '75%', '85%', '60%'];

/** The skeleton of some lines of text. */
export const SkeletonLines = ({ lines }: { lines: number }) => (
  <Stack spacing={1}>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} width={LINE_WIDTHS[line % LINE_WIDTHS.length] ?? '100%'} />
    ))}
  </Stack>
);

/** The skeleton of a card with a heading and some lines of text. */
export const SkeletonCard = ({ lines }: { lines: number }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <Skeleton width="10rem" sx={{ fontSize: '1.4rem', mb: 2, maxInlineSize: '60%' }} />
    <SkeletonLines lines={lines} />
  </Card>
);
