import { Card, Typography } from '@portal/theme';
import { useId, type PropsWithChildren } from 'react';

/** A card with a second-level heading, which is also its accessible name. */
export const Section = ({ heading, children }: PropsWithChildren<{ heading: string }>) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minInlineSize: 0 }}>
      <Typography id={id} component="h2" variant="h3" sx={{ mb: 1 }}>
        {heading}
      </Typography>
      {children}
    </Card>
  );
};
