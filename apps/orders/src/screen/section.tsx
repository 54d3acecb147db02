import { Card, CardContent, Typography } from '@portal/theme';
import { useId, type ReactNode } from 'react';

/** A card with a heading of the second level, which names it for screen readers too. */
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
