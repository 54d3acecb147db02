import { Card, Typography } from '@portal/theme';
import { useId, type PropsWithChildren, type RefObject } from 'react';

interface SectionProps extends PropsWithChildren {
  heading: string;
  /** Receives the card, which can be focused. */
  ref?: RefObject<HTMLDivElement | null>;
}

/** A card with a second-level heading, which is also its accessible name. */
export const Section = ({ heading, ref, children }: SectionProps) => {
  const id = useId();
  return (
    <Card
      component="section"
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      aria-labelledby={id}
      sx={{ p: { xs: 2, sm: 3 }, minInlineSize: 0 }}
    >
      <Typography id={id} component="h2" variant="h3" sx={{ mb: 1 }}>
        {heading}
      </Typography>
      {children}
    </Card>
  );
};
