import type { ServiceOrderEvent } from '@portal/api';
import { Box, Stack, Typography } from '@portal/theme';
import { useMemo } from 'react';
import { asList, asListItem, Chunks, type ChunkBoxProps, type ItemProps } from '../screen/chunks';
import { DataBoundary } from '../screen/data-boundary';
import { Section } from '../screen/section';
import { DateValue, newestFirst } from '../values/dates';
import { LabelChip, MissingValue, TextValue } from '../values/text-value';
import { EventBody } from './event-body';

/** More events are shown in chunks. */
const MAX_WHOLE = 50;
const CHUNK_SIZE = 10;

/** The events of an order, newest first. */
export const EventLog = ({ events }: { events: readonly ServiceOrderEvent[] }) => {
  const sorted = useMemo(() => newestFirst(events, ({ created_at }) => created_at), [events]);
  const chunkedOf = events.length > MAX_WHOLE ? events.length : undefined;
  return (
    <Section heading="Event Log">
      {events.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>Nothing has been logged for this order yet.</Typography>
      ) : (
        <Box {...asList('ol', chunkedOf)} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {chunkedOf === undefined ? (
            sorted.map((event, index) => <EventEntry key={index} item={event} index={index} />)
          ) : (
            <Chunks
              items={sorted}
              source={events}
              size={CHUNK_SIZE}
              itemPx={180}
              Box={Events}
              Item={EventEntry}
            />
          )}
        </Box>
      )}
    </Section>
  );
};

const Events = (props: ChunkBoxProps) => <div role="none" {...props} />;

/** Draws a dot before each event and a line to the next one. */
const timeline = {
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
    // Borders, because forced colors drop backgrounds.
    border: '6px solid',
    borderColor: 'primary.main',
  },
  '&::after': {
    insetInlineStart: 5,
    insetBlock: '25px -3px',
    borderInlineStart: '2px solid',
    borderColor: 'divider',
  },
  '&:is(li, [role="none"]:last-child > *):last-child': {
    paddingBlockEnd: 0,
    '&::after': { display: 'none' },
  },
};

const EventEntry = ({ item: event, index, chunkedOf }: ItemProps<ServiceOrderEvent>) => (
  <Box {...asListItem(index, chunkedOf)} sx={timeline}>
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
      <Typography variant="h3">
        <TextValue text={event.summary} />
      </Typography>
      <LabelChip text={event.status} variant="outlined" />
    </Stack>
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 1 }}>
      <DateValue text={event.created_at} as="moment" />
      {' · '}
      <TextValue text={event.created_by} />
    </Typography>
    {event.body === undefined ? (
      <MissingValue />
    ) : (
      <DataBoundary data={event.body} plain="<p>·</p>" fallback={<UnreadableBody />}>
        {(html) => <EventBody html={html} />}
      </DataBoundary>
    )}
  </Box>
);

const UnreadableBody = () => (
  <Typography sx={{ color: 'text.secondary' }}>
    This text cannot be shown here. Please ask us about it.
  </Typography>
);
