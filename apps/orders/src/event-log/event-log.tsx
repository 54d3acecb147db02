import type { ServiceOrderEvent } from '@portal/api';
import { Box, Typography } from '@portal/theme';
import { createContext, use, useMemo } from 'react';
import { Chunks, type ChunkItemsProps } from '../screen/chunks';
import { DataBoundary } from '../screen/data-boundary';
import { Section } from '../screen/section';
import { DateValue, newestFirst } from '../values/dates';
import { LabelChip, MissingValue, TextValue } from '../values/text-value';
import { EventBody } from './event-body';

/** The events of an order, newest first. */
export const EventLog = ({ events }: { events: readonly ServiceOrderEvent[] }) => {
  const sorted = useMemo(() => newestFirst(events, ({ created_at }) => created_at), [events]);
  return (
    <Section heading="Event Log">
      {events.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>Nothing has been logged for this order yet.</Typography>
      ) : (
        // Not `ol`, which can have no chunks of its items.
        <EventCount value={events.length}>
          <Box role="list" sx={timeline}>
            <Chunks
              items={sorted}
              source={events}
              size={10}
              itemPx={180}
              component="div"
              role="none"
              Items={EventEntries}
            />
          </Box>
        </EventCount>
      )}
    </Section>
  );
};

/** The number of all events, of which a chunk knows only its own. */
const EventCount = createContext(0);

/** Draws a dot before each event and a line to the next one, which begins 3 px below the chunk. */
const timeline = {
  '& > div': { paddingBlockEnd: '3px', marginBlockEnd: '-3px' },
  '& [role="listitem"]': {
    position: 'relative',
    paddingInlineStart: 3.5,
    paddingBlockEnd: 4,
    '&::before, &::after': { content: '""', position: 'absolute' },
    '&::before': {
      inlineSize: 12,
      blockSize: 12,
      insetInlineStart: 0,
      insetBlockStart: 5,
      borderRadius: '50%',
      bgcolor: 'primary.main',
    },
    '&::after': { inlineSize: 2, insetInlineStart: 5, insetBlock: '25px -3px', bgcolor: 'divider' },
  },
  '& > :last-child > [role="listitem"]:last-child': { paddingBlockEnd: 0, '&::after': { display: 'none' } },
  '& header': { display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' },
  '& h3': { typography: 'h3', m: 0 },
  '& header + p': { typography: 'body2', color: 'text.secondary', mx: 0, mt: 0.5, mb: 1 },
};

const EventEntries = ({ items, first, near }: ChunkItemsProps<ServiceOrderEvent>) =>
  items.map((event, place) => <EventEntry key={place} event={event} index={first + place} near={near} />);

interface EventEntryProps {
  event: ServiceOrderEvent;
  index: number;
  near: boolean;
}

const EventEntry = ({ event, index, near }: EventEntryProps) => (
  <div role="listitem" aria-posinset={index + 1} aria-setsize={use(EventCount)}>
    <header role="none">
      <h3>
        <TextValue text={event.summary} />
      </h3>
      {near ? <LabelChip text={event.status} variant="outlined" /> : <TextValue text={event.status} />}
    </header>
    <p>
      <DateValue text={event.created_at} as="moment" />
      {' · '}
      <TextValue text={event.created_by} />
    </p>
    {event.body === undefined ? (
      <MissingValue />
    ) : (
      <DataBoundary data={event.body} plain="<p>·</p>" fallback={<UnreadableBody />}>
        {(html) => <EventBody html={html} />}
      </DataBoundary>
    )}
  </div>
);

const UnreadableBody = () => (
  <Typography sx={{ color: 'text.secondary' }}>
    This text cannot be shown here. Please ask us about it.
  </Typography>
);
