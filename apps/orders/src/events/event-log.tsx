import { isAhead, isUpcoming, kindOf, type EventKind, type ServiceOrderEvent } from '@portal/api';
import { Slot } from '@portal/remote';
import { BELOW_TOP_BAR, Box, Stack, Typography, useBrand } from '@portal/theme';
import { memo, useEffect, useRef } from 'react';
import { DataBoundary } from '../frame/data-boundary';
import { LongList } from '../frame/long-list';
import { Section } from '../frame/section';
import { useI18n } from '../texts';
import { DateValue, useNow } from '../values/date-value';
import { statusIn } from '../values/status';
import { LabelChip, MissingValue, Separator, TextValue } from '../values/text-value';
import { EventBody } from './event-body';

interface EventLogProps {
  orderNbr?: string | undefined;
  events: readonly ServiceOrderEvent[];
  /** The event to move the focus to. */
  target?: { event: ServiceOrderEvent } | undefined;
}

/** The kind of an event. A future one is planned, whatever its status says, unless it waits for the customer. */
const kindNow = (event: ServiceOrderEvent, now: Date, timeZone?: string): EventKind => {
  const kind = kindOf(event);
  return kind !== 'waiting' && isAhead(event.created_at, now, timeZone) ? 'planned' : kind;
};

/**
 * How far an answer of the customer is, for `i18n.t`, and whether a question has one; undefined for other events.
 * @param later the events after it
 */
const answerStage = (
  { answer, asks }: ServiceOrderEvent,
  later: readonly ServiceOrderEvent[],
  now: Date,
  timeZone?: string,
): string | undefined => {
  if (asks?.answered) return /*i18n*/ 'Answered';
  if (!answer) return undefined;
  const isDecided = later.some((event) => !event.answer && !isUpcoming(event, now, timeZone));
  if (isDecided && answer.question !== undefined) return /*i18n*/ 'Decided';
  return answer.received ? /*i18n*/ 'Received' : /*i18n*/ 'Sent';
};

/** The events of an order, newest first. */
export const EventLog = ({ orderNbr, events, target }: EventLogProps) => {
  const i18n = useI18n();
  const now = useNow();
  const { timeZone } = useBrand();
  const targeted = useRef<HTMLLIElement>(null);
  useEffect(() => targeted.current?.focus(), [target]);
  const position = target ? events.indexOf(target.event) : -1;
  return (
    <Section heading={i18n.t('Event Log')}>
      {events.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>
          {i18n.t('Nothing has been logged for this order yet.')}
        </Typography>
      ) : (
        <LongList
          items={events}
          identityOf={(event) => [event.created_at, event.created_by, event.summary].join(' ')}
          atLeast={position + 1}
          showAll={i18n.t('Load all events')}
        >
          {(shown) => (
            // Without `role`, Safari does not announce a list that has no markers.
            <Box component="ol" role="list" sx={timeline}>
              {shown.map(({ key, item: event }, index) => (
                <li
                  key={key}
                  data-kind={kindNow(event, now, timeZone)}
                  aria-posinset={index + 1}
                  aria-setsize={events.length}
                  {...(index === position && { ref: targeted, tabIndex: -1 })}
                >
                  <EventEntry
                    event={event}
                    stage={answerStage(event, events.slice(0, index), now, timeZone)}
                  />
                  <Slot
                    name="orders/order-detail.event@1"
                    props={{ orderNbr, kind: kindNow(event, now, timeZone), createdAt: event.created_at }}
                  />
                </li>
              ))}
            </Box>
          )}
        </LongList>
      )}
    </Section>
  );
};

/** A dot before each event, by its kind, and a line to the next one. Both are borders, which forced colors keep. */
const timeline = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': {
    position: 'relative',
    paddingInlineStart: 3.5,
    paddingBlockEnd: 4,
    // Leaves room for the heading above the first one, too.
    scrollMarginBlockStart: BELOW_TOP_BAR,
  },
  '& > li:focus': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '8px' },
  '& > li::before, & > li::after': { content: '""', position: 'absolute' },
  // A note is a ring; an event that is done is a filled dot.
  '& > li::before': {
    boxSizing: 'border-box',
    inlineSize: 14,
    blockSize: 14,
    insetInlineStart: 0,
    insetBlockStart: 4,
    border: '4px solid',
    borderColor: 'text.secondary',
    borderRadius: '50%',
    bgcolor: 'background.paper',
  },
  '& > li[data-kind="done"]::before': { borderWidth: 7, borderColor: 'primary.main' },
  '& > li[data-kind="planned"]::before': { border: '2px dashed', borderColor: 'primary.main' },
  '& > li[data-kind="waiting"]::before': {
    borderWidth: 7,
    borderColor: 'warning.main',
    borderRadius: '2px',
    rotate: '45deg',
  },
  '& > li::after': {
    insetInlineStart: 6,
    insetBlock: '25px -3px',
    borderInlineStart: '2px solid',
    borderColor: 'divider',
  },
  // A widget.
  '& > li > [role="group"]': { marginBlockStart: 1.5 },
  '& > li:last-child': { paddingBlockEnd: 0, '&::after': { display: 'none' } },
  '@media print': { '& > li': { breakInside: 'avoid', paddingBlockEnd: 2.5 } },
};

interface EventEntryProps {
  event: ServiceOrderEvent;
  /** Takes the place of the status. */
  stage: string | undefined;
}

const EventEntry = memo(function EventEntry({ event, stage }: EventEntryProps) {
  const i18n = useI18n();
  const status = event.status && statusIn(event.status, i18n);
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
        <Typography variant="h3">
          <TextValue text={event.summary} />
        </Typography>
        <LabelChip text={stage === undefined ? status : i18n.t(stage)} variant="outlined" />
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 1 }}>
        <DateValue text={event.created_at} as="moment" isRelative />
        <Separator />
        <TextValue text={event.created_by} translate="no" />
      </Typography>
      {event.body === undefined ? (
        !event.answer && <MissingValue />
      ) : (
        <DataBoundary data={event.body} fallback={<UnreadableBody />}>
          {(html) => <EventBody html={html} />}
        </DataBoundary>
      )}
    </>
  );
});

const UnreadableBody = () => {
  const i18n = useI18n();
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {i18n.t('This text cannot be shown here. Please ask us about it.')}
    </Typography>
  );
};
