import type { ServiceOrderEvent } from '@portal/api';
import { Box, Typography } from '@portal/theme';
import { Section } from '../screen/section';
import { newestFirst } from '../values/newest-first';
import { EventEntry } from './event-entry';

/** What has happened to an order, newest first. */
export const EventLog = ({ events }: { events: readonly ServiceOrderEvent[] }) => (
  <Section heading="Event Log">
    {events.length === 0 ? (
      <Typography sx={{ color: 'text.secondary' }}>Nothing has been logged for this order yet.</Typography>
    ) : (
      // A list without figures is none to Safari, unless it says so.
      <Box component="ol" role="list" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {newestFirst(events, ({ created_at }) => created_at).map((event, index) => (
          <EventEntry key={index} event={event} />
        ))}
      </Box>
    )}
  </Section>
);
