import { Card, Typography } from '@portal/theme';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  heading: string;
  children: ReactNode;
}

/** A card with a second-level heading, which is also its accessible name. */
export const Section = ({ heading, children }: SectionProps) => {
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
