import { mdiArrowLeft } from '@mdi/js';
import { useServiceOrder } from '@portal/api';
import type { RouteParams } from '@portal/contract';
import { Box, Button, Icon } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { readListAddress } from './order-list/place';
import { Order, OrderNotFound, OrderSkeleton } from './order/order';
import { Ask } from './screen/ask';
import { Screen } from './screen/screen';

const TEXTS = {
  title: (orderNbr: string) => `Service Order ${orderNbr}`,
  failure: 'Failed to load service order.',
  notFound: 'No service order found.',
  home: 'Back to Home',
  list: 'Back to the list',
};

const title = ({ orderNbr = '' }: RouteParams): string => TEXTS.title(orderNbr);

/** `/service-order/{orderNbr}`: one order. */
const ServiceOrderScreen = () => {
  const params = useParams();
  const query = useServiceOrder(params.orderNbr ?? '');
  return (
    <Screen heading={title(params)} isQuiet back={<WaysBack />}>
      <QueryView
        query={query}
        failure={TEXTS.failure}
        skeleton={<OrderSkeleton />}
        help={<Ask orderNbr={params.orderNbr} />}
      >
        {(order) => (order ? <Order order={order} /> : <OrderNotFound message={TEXTS.notFound} />)}
      </QueryView>
    </Screen>
  );
};

export const serviceOrder = { title, Component: ServiceOrderScreen };

const WaysBack = () => {
  const list = readListAddress(useLocation().state);
  const navigate = useNavigate();
  /** Going back, not forward to the list anew, shows it as it was left. */
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Box sx={waysStyles}>
      <Button component={Link} to="/" startIcon={<Icon path={mdiArrowLeft} />}>
        {TEXTS.home}
      </Button>
      {list !== undefined && (
        <Button component={Link} to={list} onClick={goBack}>
          {TEXTS.list}
        </Button>
      )}
    </Box>
  );
};

const waysStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1,
  marginInlineStart: -1,
  '[dir="rtl"] & svg': { transform: 'scaleX(-1)' },
  // MUI's margins around the icon ignore the writing direction.
  '& .MuiButton-startIcon': { marginInline: '-4px 8px' },
};
