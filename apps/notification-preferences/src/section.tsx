import { Card, QueryView, Skeleton, Typography } from '@portal/theme';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type PropsWithChildren, type ReactNode, type RefObject } from 'react';

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

interface QuerySectionProps<Data> {
  heading: string;
  /** Its data is null if the server does not offer this: there is no section then. */
  query: UseQueryResult<Data | null>;
  failure: string;
  /** In px, while it loads. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** A section of what a call returns. */
export const QuerySection = <Data,>({ heading, height, children, ...view }: QuerySectionProps<Data>) =>
  view.query.data === null ? null : (
    <Section heading={heading}>
      <QueryView {...view} skeleton={<Skeleton variant="rounded" height={height} />} silentRefetch>
        {(data) => data && children(data)}
      </QueryView>
    </Section>
  );
