import { Card, CardContent, Skeleton, Stack, Typography } from '@portal/theme';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  heading: string;
  /** Makes the heading small, for content that needs no introduction. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** A card with a second-level heading, which is also its accessible name. */
export const Section = ({ heading, isQuiet = false, children }: SectionProps) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={cardStyles}>
      <CardContent>
        <Typography
          id={id}
          component="h2"
          variant={isQuiet ? 'body2' : 'h2'}
          sx={isQuiet ? { color: 'text.secondary', mb: 0.5 } : { mb: 2 }}
        >
          {heading}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
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
