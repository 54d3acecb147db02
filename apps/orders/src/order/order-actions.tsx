import type { ServiceOrder } from '@portal/api';
import { mdiPrinter } from '@mdi/js';
import { Ask, Box, Button, Icon, useBrand } from '@portal/theme';
import { Section } from '../frame/section';
import { useI18n } from '../texts';
import { OrderNotifications } from './order-notifications';

/** A card with the actions of an order: ask about it, print it, and whether to be notified about it. */
export const OrderActions = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  const { support = {} } = useBrand();
  const canAsk = Object.values(support).some(Boolean);
  const number = order.ServiceOrderNbr;
  return (
    <Box sx={{ displayPrint: 'none' }}>
      <Section heading={canAsk ? i18n.t('Questions about this order?') : i18n.t('Keep a copy')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Ask orderNbr={number} />
          <Button startIcon={<Icon path={mdiPrinter} />} onClick={() => window.print()}>
            {i18n.t('View as PDF / Print')}
          </Button>
          <OrderNotifications orderNbr={number} />
        </Box>
      </Section>
    </Box>
  );
};
