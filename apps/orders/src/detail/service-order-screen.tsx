import { mdiArrowLeft } from '@mdi/js';
import type { RouteParams } from '@portal/remote';
import type { I18n } from '@portal/texts';
import { Box, Button, Icon } from '@portal/theme';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { OrderByNumber } from '../order/order';
import { FROM_LIST, PATHS, useOrderNumber } from '../paths';
import { Screen } from '../frame/screen';
import { inLanguage, useI18n } from '../texts';

const title = (i18n: I18n, { orderNbr = '' }: RouteParams): string =>
  i18n.t('Service Order {number}', { number: orderNbr });

/** `/service-order/{orderNbr}`: one order. */
const ServiceOrderScreen = () => {
  const i18n = useI18n();
  const orderNbr = useOrderNumber();
  return (
    <Screen heading={title(i18n, { orderNbr })} isQuiet back={<WaysBack />}>
      <OrderByNumber
        orderNbr={orderNbr}
        failure={i18n.t('Failed to load service order.')}
        notFound={i18n.t('No service order found.')}
      />
    </Screen>
  );
};

export const serviceOrder = { title: inLanguage(title), Component: ServiceOrderScreen };

const WaysBack = () => {
  const i18n = useI18n();
  const isFromList = useLocation().state === FROM_LIST;
  const navigate = useNavigate();
  /** Goes back in the history instead of opening the list anew, so that it is as the customer left it. */
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Box sx={waysStyles}>
      <Button component={Link} to={PATHS.latest} startIcon={<Icon path={mdiArrowLeft} />}>
        {i18n.t('Back to Home')}
      </Button>
      {isFromList && (
        <Button component={Link} to={PATHS.list} onClick={goBack}>
          {i18n.t('Back to the list')}
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
};
