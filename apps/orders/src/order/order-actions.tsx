import type { ServiceOrder } from '@portal/api';
import { mdiCalendarPlus, mdiPrinter } from '@mdi/js';
import { Ask, Box, Button, Icon, useBrand } from '@portal/theme';
import { Section } from '../screen/section';
import { useI18n } from '../texts';
import { useNow } from '../values/dates';
import { upcomingOf } from './upcoming';

/** A card with the actions of an order: ask about it, add its dates to a calendar, print it. */
export const OrderActions = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  const upcoming = upcomingOf(order, useNow());
  const { name, support = {} } = useBrand();
  const canAsk = Object.values(support).some(Boolean);
  const number = order.ServiceOrderNbr;
  const addToCalendar = async () => {
    const { calendarFile } = await import(/* webpackChunkName: 'calendar-file' */ './calendar-file');
    const file = calendarFile(upcoming, { number, url: location.href, brand: name }, new Date());
    download(file, `order-${(number ?? '').replace(/[^\w-]+/g, '-')}.ics`);
  };
  return (
    <Box sx={{ displayPrint: 'none' }}>
      <Section heading={canAsk ? i18n.t('Questions about this order?') : i18n.t('Keep a copy')}>
        <Box sx={row}>
          <Ask orderNbr={number} />
          {upcoming.length > 0 && (
            <Button startIcon={<Icon path={mdiCalendarPlus} />} onClick={() => void addToCalendar()}>
              {i18n.t('Add to calendar')}
            </Button>
          )}
          <Button startIcon={<Icon path={mdiPrinter} />} onClick={() => window.print()}>
            {i18n.t('View as PDF / Print')}
          </Button>
        </Box>
      </Section>
    </Box>
  );
};

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  // MUI's margins around the icon ignore the writing direction.
  '& .MuiButton-startIcon': { marginInline: '-4px 8px' },
};

const download = (text: string, fileName: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
};
