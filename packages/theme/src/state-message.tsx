import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from './icon';

interface StateMessageProps {
  /** Path data of a 24 × 24 icon. */
  icon: string;
  message: string;
  /** The meaning for the customer, or the next step. */
  explanation?: string;
  tone?: 'neutral' | 'error';
  /** `h1` if the page has no other heading. */
  component?: 'p' | 'h1';
  /** The next step: a button or a link. */
  action?: ReactNode;
}

const circle = { display: 'grid', placeItems: 'center', inlineSize: 72, blockSize: 72, borderRadius: '50%' };

/** Takes the place of content that is empty, not found or failed to load. */
export const StateMessage = ({
  icon,
  message,
  explanation,
  tone,
  component = 'p',
  action,
}: StateMessageProps) => (
  <Card role={tone === 'error' ? 'alert' : undefined}>
    <Stack spacing={2} sx={{ alignItems: 'center', textAlign: 'center', px: 3, py: { xs: 6, md: 9 } }}>
      <Box
        sx={{ ...circle, bgcolor: 'action.hover', color: tone === 'error' ? 'error.main' : 'text.secondary' }}
      >
        <Icon path={icon} sx={{ fontSize: 36 }} />
      </Box>
      <Typography variant="h2" component={component}>
        {message}
      </Typography>
      {explanation && (
        <Typography sx={{ color: 'text.secondary', maxInlineSize: '44ch' }}>{explanation}</Typography>
      )}
      {action}
    </Stack>
  </Card>
);
