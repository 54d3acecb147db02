import { Card, QueryView, ScreenHeading, Skeleton, Stack, Typography } from '@portal/theme';
import { useQuery } from '@tanstack/react-query';
import { readSummary } from './read-summary';

const TITLE = '__title__';
const FAILURE = 'We could not load your orders.';

/** The screen at `/__name__`. */
export const __Name__Screen = () => {
  const query = useQuery({ queryKey: ['__name__', 'summary'], queryFn: readSummary });
  return (
    <Stack spacing={3}>
      <ScreenHeading>{TITLE}</ScreenHeading>
      <Card sx={{ p: 3 }}>
        <QueryView query={query} failure={FAILURE} skeleton={<Skeleton />}>
          {({ orders }) => (
            <Typography>{orders === 1 ? 'You have 1 order.' : `You have ${orders} orders.`}</Typography>
          )}
        </QueryView>
      </Card>
    </Stack>
  );
};

export const screen = {
  title: TITLE,
  Component: __Name__Screen,
};
