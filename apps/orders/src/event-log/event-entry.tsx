import type { ServiceOrderEvent } from '@portal/api';
import { Box, Stack, Typography } from '@portal/theme';
import { GivenDate } from '../values/given-date';
import { GivenText } from '../values/given-text';
import { Missing } from '../values/missing';
import { WordChip } from '../values/word-chip';
import { EventBody } from './event-body';

/** A dot per event, and a line from each to the next. */
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
    bgcolor: 'primary.main',
  },
  '&::after': { inlineSize: 2, insetInlineStart: 5, insetBlock: '25px -3px', bgcolor: 'divider' },
  '&:last-child': { paddingBlockEnd: 0, '&::after': { display: 'none' } },
};

/** One event: what happened, how it stands, who wrote it when, and the text. */
export const EventEntry = ({ event }: { event: ServiceOrderEvent }) => (
  <Box component="li" sx={timeline}>
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
      <Typography variant="h3">
        <GivenText text={event.summary} />
      </Typography>
      <WordChip word={event.status} variant="outlined" />
    </Stack>
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 1 }}>
      <GivenDate text={event.created_at} as="moment" />
      {' · '}
      <GivenText text={event.created_by} />
    </Typography>
    {event.body === undefined ? <Missing /> : <EventBody html={event.body} />}
  </Box>
);
