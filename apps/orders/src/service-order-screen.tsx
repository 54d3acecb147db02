import { mdiArrowLeft } from '@mdi/js';
import { useServiceOrder } from '@portal/api';
import type { RouteParams } from '@portal/contract';
import { Button, Icon } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import { Link, useParams } from 'react-router-dom';
import { Order, OrderNotFound, OrderSkeleton } from './order/order';
import { Screen } from './screen/screen';

const title = ({ orderNbr = '' }: RouteParams): string => `Service Order ${orderNbr}`;

/** `/service-order/{orderNbr}`: one order. */
const ServiceOrderScreen = () => {
  const params = useParams();
  const query = useServiceOrder(params.orderNbr ?? '');
  return (
    <Screen heading={title(params)} back={<BackToHome />}>
      <QueryView query={query} failure="Failed to load service order." skeleton={<OrderSkeleton />}>
        {(order) => (order ? <Order order={order} /> : <OrderNotFound message="No service order found." />)}
      </QueryView>
    </Screen>
  );
};

export const serviceOrder = { title, Component: ServiceOrderScreen };

const BackToHome = () => (
  <Button
    component={Link}
    to="/"
    startIcon={<Icon path={mdiArrowLeft} sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />}
    // MUI's margins around the icon ignore the writing direction.
    sx={{ mb: 1, marginInlineStart: -1, '& .MuiButton-startIcon': { marginInline: '-4px 8px' } }}
  >
    Back to Home
  </Button>
);
