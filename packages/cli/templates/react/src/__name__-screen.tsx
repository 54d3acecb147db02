import { useServiceOrders } from '@portal/api';
import { Card, QueryView, ScreenHeading, Skeleton, Stack, Typography } from '@portal/theme';

const TITLE = '__title__';
const FAILURE = 'We could not load your orders.';

/** The screen at `/__name__`. */
export const __Name__Screen = () => (
  <Stack spacing={3}>
    <ScreenHeading>{TITLE}</ScreenHeading>
    <Card sx={{ p: 3 }}>
      <QueryView query={useServiceOrders()} failure={FAILURE} skeleton={<Skeleton />}>
        {({ length }) => (
          <Typography>{length === 1 ? 'You have 1 order.' : `You have ${length} orders.`}</Typography>
        )}
      </QueryView>
    </Card>
  </Stack>
);

export const screen = {
  title: TITLE,
  Component: __Name__Screen,
};
