import { Box, Card, CardContent, Skeleton, Stack, Typography } from '@portal/theme';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  heading: ReactNode;
  /** At the end of the heading's line. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A card with a second-level heading, which is also its accessible name. */
export const Section = ({ heading, beside, children }: SectionProps) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={cardStyles}>
      <CardContent>
        <Box sx={headingRow}>
          <Typography id={id} component="h2" variant="h2" sx={{ flex: '1 1 9rem', minInlineSize: 0 }}>
            {heading}
          </Typography>
          {beside}
        </Box>
        {children}
      </CardContent>
    </Card>
  );
};

const headingRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  columnGap: 1.5,
  rowGap: 1,
  mb: 2,
};

const cardStyles = {
  minInlineSize: 0,
  '& > .MuiCardContent-root': { p: { xs: 2, sm: 3 } },
  '@media print': { border: 0, '&& > .MuiCardContent-root': { paddingInline: 0, paddingBlock: 1 } },
};

const LINE_WIDTHS = ['40%', '90%', '75%', '85%', '60%'];

/** The skeleton of a card with a heading and some lines of text. */
export const SkeletonCard = ({ lines }: { lines: number }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <Skeleton width="10rem" sx={{ fontSize: '1.4rem', mb: 2, maxInlineSize: '60%' }} />
    <Stack spacing={1}>
      {[...Array(lines).keys()].map((line) => (
        <Skeleton key={line} width={LINE_WIDTHS[line % LINE_WIDTHS.length] ?? '100%'} />
      ))}
    </Stack>
  </Card>
);
