import { mdiArrowLeft } from '@mdi/js';
import { useServiceOrder } from '@portal/api';
import type { RouteParams } from '@portal/contract';
import type { I18n } from '@portal/texts';
import { Button, Icon } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import { Link, useParams } from 'react-router-dom';
import { Order, OrderNotFound, OrderSkeleton } from './order/order';
import { Screen } from './screen/screen';
import { inLanguage, useI18n } from './texts';

const title = (i18n: I18n, { orderNbr = '' }: RouteParams): string =>
  i18n.t('Service Order {number}', { number: orderNbr });

/** `/service-order/{orderNbr}`: one order. */
const ServiceOrderScreen = () => {
  const i18n = useI18n();
  const params = useParams();
  const query = useServiceOrder(params.orderNbr ?? '');
  return (
    <Screen heading={title(i18n, params)} back={<BackToHome />}>
      <QueryView query={query} failure={i18n.t('Failed to load service order.')} skeleton={<OrderSkeleton />}>
        {(order) =>
          order ? <Order order={order} /> : <OrderNotFound message={i18n.t('No service order found.')} />
        }
      </QueryView>
    </Screen>
  );
};

export const serviceOrder = { title: inLanguage(title), Component: ServiceOrderScreen };

const BackToHome = () => {
  const i18n = useI18n();
  return (
    <Button
      component={Link}
      to="/"
      startIcon={<Icon path={mdiArrowLeft} sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />}
      // MUI's margins around the icon ignore the writing direction.
      sx={{ mb: 1, marginInlineStart: -1, '& .MuiButton-startIcon': { marginInline: '-4px 8px' } }}
    >
      {i18n.t('Back to Home')}
    </Button>
  );
};
