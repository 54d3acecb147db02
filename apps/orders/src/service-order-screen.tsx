import { mdiArrowLeft } from '@mdi/js';
import { useServiceOrder } from '@portal/api';
import type { RouteParams } from '@portal/remote/runtime';
import type { I18n } from '@portal/texts';
import { Box, Button, Icon } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { readListAddress } from './order-list/place';
import { Order, OrderNotFound, OrderSkeleton } from './order/order';
import { useOrderNumber } from './order/order-address';
import { Ask } from '@portal/theme/ask';
import { inLanguage, useI18n } from './texts';
import { Screen } from './screen/screen';

/** For `i18n.t`. */
const TEXTS = {
  failure: /*i18n*/ 'Failed to load service order.',
  notFound: /*i18n*/ 'No service order found.',
  home: /*i18n*/ 'Back to Home',
  list: /*i18n*/ 'Back to the list',
};

const title = (i18n: I18n, { orderNbr = '' }: RouteParams): string =>
  i18n.t('Service Order {number}', { number: orderNbr });

/** `/service-order/{orderNbr}`: one order. */
const ServiceOrderScreen = () => {
  const i18n = useI18n();
  const orderNbr = useOrderNumber();
  const query = useServiceOrder(orderNbr);
  return (
    <Screen heading={title(i18n, { orderNbr })} isQuiet back={<WaysBack />}>
      <QueryView
        query={query}
        failure={i18n.t(TEXTS.failure)}
        skeleton={<OrderSkeleton />}
        help={<Ask orderNbr={orderNbr} />}
      >
        {(order) => (order ? <Order order={order} /> : <OrderNotFound message={i18n.t(TEXTS.notFound)} />)}
      </QueryView>
    </Screen>
  );
};

export const serviceOrder = { title: inLanguage(title), Component: ServiceOrderScreen };

const WaysBack = () => {
  const i18n = useI18n();
  const list = readListAddress(useLocation().state);
  const navigate = useNavigate();
  /** Goes back in the history instead of opening the list anew, so that it is as the customer left it. */
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Box sx={waysStyles}>
      <Button component={Link} to="/" startIcon={<Icon path={mdiArrowLeft} />}>
        {i18n.t(TEXTS.home)}
      </Button>
      {list !== undefined && (
        <Button component={Link} to={list} onClick={goBack}>
          {i18n.t(TEXTS.list)}
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
