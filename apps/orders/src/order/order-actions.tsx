import type { ServiceOrder } from '@portal/api';
import { mdiCalendarPlus, mdiPrinter } from '@mdi/js';
import { Box, Button, Icon, useBrand } from '@portal/theme';
import { Ask } from '../screen/ask';
import { upcomingOf } from './upcoming';

const TEXTS = {
  print: 'View as PDF / Print',
  calendar: 'Add to calendar',
  fileName: (orderNbr: string) => `order-${orderNbr}.ics`,
};

/** What a customer can do with an order. */
export const OrderActions = ({ order }: { order: ServiceOrder }) => {
  const upcoming = upcomingOf(order, new Date());
  const { name } = useBrand();
  const number = order.ServiceOrderNbr;
  const addToCalendar = async () => {
    const { calendarFile } = await import(/* webpackChunkName: 'calendar-file' */ './calendar-file');
    const file = calendarFile(upcoming, { number, url: location.href, brand: name }, new Date());
    download(file, TEXTS.fileName((number ?? '').replace(/[^\w-]+/g, '-')));
  };
  return (
    <Box sx={row}>
      <Ask orderNbr={number ?? ''} />
      {upcoming.length > 0 && (
        <Button startIcon={<Icon path={mdiCalendarPlus} />} onClick={() => void addToCalendar()}>
          {TEXTS.calendar}
        </Button>
      )}
      <Button startIcon={<Icon path={mdiPrinter} />} onClick={() => window.print()}>
        {TEXTS.print}
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

const download = (text: string, fileName: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
};
