import { Box } from '@portal/theme';
import { GivenText } from '../values/given-text';

/** A text of at most three lines on the screen; the detail has it in full. */
export const ShortText = ({ text }: { text: string | undefined }) => (
  <Box sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3, overflow: 'hidden' }}>
    <GivenText text={text} />
  </Box>
);
