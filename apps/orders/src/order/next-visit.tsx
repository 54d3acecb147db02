import { mdiCalendarPlus } from '@mdi/js';
import type { ServiceOrder, ServiceOrderEvent } from '@portal/api';
import { Button, Icon, Typography, useBrand, useSurface } from '@portal/theme';
import { useHref } from 'react-router-dom';
import { orderPath } from '../paths';
import { useI18n } from '../texts';
import { Period, RelativeDay } from '../values/date-value';
import { Separator, TextValue } from '../values/text-value';
import { Highlight } from './highlight';

/** When somebody comes, who, and what for, with an entry for the calendar. */
export const NextVisit = ({ order, event }: { order: ServiceOrder; event: ServiceOrderEvent }) => {
  const i18n = useI18n();
  const { name: brand, timeZone } = useBrand();
  const { host } = useSurface();
  const href = useHref(orderPath(order.ServiceOrderNbr ?? '') ?? '');
  const addToCalendar = async () => {
    const { calendarFile } = await import(/* webpackChunkName: 'calendar-file' */ './calendar-file');
    // The path of an embedded portal may be no address.
    const url = host ? location.href : new URL(href, location.href).href;
    const number = order.ServiceOrderNbr ?? '';
    download(
      calendarFile(event, order, { url, brand, timeZone }, new Date()),
      `order-${number.replace(/[^\w-]+/g, '-')}.ics`,
    );
  };
  return (
    <Highlight
      label={
        <>
          <span>{i18n.t('Next')}</span>
          <RelativeDay text={event.created_at} />
        </>
      }
      color="primary"
    >
      <Typography sx={{ fontWeight: 650, textWrap: 'pretty' }}>
        <Period event={event} />
        {event.created_by && (
          <>
            <Separator />
            <TextValue text={event.created_by} translate="no" />
          </>
        )}
      </Typography>
      {event.summary && (
        <Typography>
          <TextValue text={event.summary} />
        </Typography>
      )}
      {event.location && (
        <Typography>
          <TextValue text={event.location} />
        </Typography>
      )}
      <Button
        startIcon={<Icon path={mdiCalendarPlus} />}
        onClick={() => void addToCalendar()}
        sx={{ displayPrint: 'none', marginInlineStart: -1 }}
      >
        {i18n.t('Add to calendar')}
      </Button>
    </Highlight>
  );
};

const download = (text: string, fileName: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
};
