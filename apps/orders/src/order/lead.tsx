import { mdiCalendarPlus } from '@mdi/js';
import { isUpcoming, timeOf, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import { Ask, Box, Button, Icon, Link, Typography, useBrand, useSurface } from '@portal/theme';
import type { ReactNode } from 'react';
import { useHref } from 'react-router-dom';
import { excerptOf } from '../events/sanitize';
import { DataBoundary } from '../frame/data-boundary';
import { useI18n } from '../texts';
import { DateValue, Period, RelativeDay, useNow } from '../values/date-value';
import { Separator, TextValue } from '../values/text-value';
import { orderPath } from '../paths';
import { upcomingOf } from './upcoming';

/** A sentence for each status, in lower case. The operator's own come before them. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['open', /*i18n*/ 'We have your order and will get in touch about a date.'],
  ['on hold', /*i18n*/ 'Your order is on hold. We’ll let you know when work continues.'],
  ['hold', /*i18n*/ 'Your order is on hold. We’ll let you know when work continues.'],
  ['in process', /*i18n*/ 'We are working on your order.'],
  ['completed', /*i18n*/ 'Done. Nothing more to do.'],
  ['invoiced', /*i18n*/ 'The work is done and has been invoiced.'],
  ['closed', /*i18n*/ 'This order is closed. Nothing more to do.'],
  ['canceled', /*i18n*/ 'This order was canceled.'],
  ['cancelled', /*i18n*/ 'This order was canceled.'],
]);

export interface LeadProps {
  order: ServiceOrder;
  /** Shows an event in the log. */
  onShow: (event: ServiceOrderEvent) => void;
}

/** What a customer opens an order for: what waits for them, when somebody comes, or how it stands; then the latest event. */
export const Lead = ({ order, onShow }: LeadProps) => {
  const i18n = useI18n();
  const now = useNow();
  const { statusTexts = {}, timeZone } = useBrand();
  const { waiting, next } = upcomingOf(order, now, timeZone);
  const latest = order.events.find((event) => timeOf(event.created_at) && !isUpcoming(event, now, timeZone));
  const status = order.Status?.toLowerCase() ?? '';
  const sentence = SENTENCES.get(status);
  const text = new Map(Object.entries(statusTexts)).get(status) ?? (sentence && i18n.t(sentence));
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}>
      {waiting && (
        <Highlight
          label={i18n.t('Needs your answer')}
          color="warning.main"
          action={<Ask orderNbr={order.ServiceOrderNbr} />}
        >
          <EventLink event={waiting} onShow={onShow}>
            <TextValue text={waiting.summary ?? waiting.status} />
          </EventLink>
          <DataBoundary data={waiting.body ?? ''} fallback={null}>
            {(html) => <Typography dir="auto">{excerptOf(html)}</Typography>}
          </DataBoundary>
        </Highlight>
      )}
      {next && <NextVisit order={order} event={next} />}
      {!waiting && !next && text && <Typography sx={answer}>{text}</Typography>}
      {latest && latest !== waiting && (
        <Typography sx={{ textWrap: 'pretty' }}>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {i18n.t('Latest')}
          </Typography>{' '}
          <EventLink event={latest} onShow={onShow}>
            {latest.summary && (
              <>
                <Box component="strong" sx={{ fontWeight: 650 }}>
                  <TextValue text={latest.summary} />
                </Box>
                <Separator />
              </>
            )}
            <DateValue text={latest.created_at} as="day" isRelative />
            {latest.created_by && (
              <>
                <Separator />
                <TextValue text={latest.created_by} translate="no" />
              </>
            )}
          </EventLink>
        </Typography>
      )}
    </Box>
  );
};

/** When somebody comes, who, and what for, with an entry for the calendar. */
const NextVisit = ({ order, event }: { order: ServiceOrder; event: ServiceOrderEvent }) => {
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
      color="primary.main"
      action={
        <Button
          startIcon={<Icon path={mdiCalendarPlus} />}
          onClick={() => void addToCalendar()}
          sx={{ displayPrint: 'none' }}
        >
          {i18n.t('Add to calendar')}
        </Button>
      }
    >
      <Typography sx={answer}>
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
    </Highlight>
  );
};

interface HighlightProps {
  label: ReactNode;
  color: string;
  /** At the end, or below on narrow screens. */
  action: ReactNode;
  children: ReactNode;
}

/** Marked by a border, which forced colors keep. */
const Highlight = ({ label, color, action, children }: HighlightProps) => (
  <Box sx={[highlight, { borderColor: color }]}>
    <Box sx={{ flex: '1 1 16rem', minInlineSize: 0 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {children}
    </Box>
    {action}
  </Box>
);

interface EventLinkProps extends Pick<LeadProps, 'onShow'> {
  event: ServiceOrderEvent;
  children: ReactNode;
}

/** A link to an event in the log, with the height of a control. It leaves the address alone, which may be the embedder's. */
const EventLink = ({ event, onShow, children }: EventLinkProps) => (
  <Link
    href="#event"
    onClick={(click) => {
      click.preventDefault();
      onShow(event);
    }}
    sx={{ display: 'inline-block', paddingBlock: '10px', marginBlock: '-10px' }}
  >
    {children}
  </Link>
);

const answer = { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.35, textWrap: 'pretty' };

const highlight = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  paddingInlineStart: 1.5,
  borderInlineStart: '4px solid',
};

const download = (text: string, fileName: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
};
