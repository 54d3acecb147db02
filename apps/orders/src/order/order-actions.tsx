import type { ServiceOrder } from '@portal/api';
import { mdiPrinter } from '@mdi/js';
import { Ask, Box, Button, Icon } from '@portal/theme';
import { useI18n } from '../texts';

/** The actions of an order: ask about it, print it. */
export const OrderActions = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  return (
    <Box sx={row}>
      <Ask orderNbr={order.ServiceOrderNbr} />
      <Button startIcon={<Icon path={mdiPrinter} />} onClick={() => window.print()}>
        {i18n.t('View as PDF / Print')}
      </Button>
    </Box>
  );
};

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '@media print': { display: 'none' },
  // MUI's margins around the icon ignore the writing direction.
  '& .MuiButton-startIcon': { marginInline: '-4px 8px' },
};
