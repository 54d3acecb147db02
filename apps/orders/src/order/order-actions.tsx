import type { ServiceOrder } from '@portal/api';
import { mdiPrinter } from '@mdi/js';
import { Ask, Box, Button, Icon, useBrand } from '@portal/theme';
import { useI18n } from '../texts';
import { useNow } from '../values/date-value';
import { OrderNotifications } from './order-notifications';
import { upcomingOf } from './upcoming';

/** The actions of an order: ask about it, unless its question offers that, print it, and whether to be notified about it. */
export const OrderActions = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  const { waiting } = upcomingOf(order, useNow(), useBrand().timeZone);
  const number = order.ServiceOrderNbr;
  return (
    <Box sx={row}>
      {!waiting && <Ask orderNbr={number} variant="text" />}
      <Button startIcon={<Icon path={mdiPrinter} />} onClick={() => window.print()}>
        {i18n.t('View as PDF / Print')}
      </Button>
      <OrderNotifications orderNbr={number} />
    </Box>
  );
};

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, displayPrint: 'none' };
