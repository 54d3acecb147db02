import { Box, Card, Icon, Stack, Typography } from '@portal/theme';
import type { ReactNode } from 'react';

interface StateMessageProps {
  icon: string;
  message: string;
  /** What it means for the customer, or what comes next. */
  explanation?: string;
  tone?: 'neutral' | 'error';
  /** The next step: a button or a link. */
  action?: ReactNode;
}

const circle = { display: 'grid', placeItems: 'center', inlineSize: 72, blockSize: 72, borderRadius: '50%' };

/** What stands in the place of content that is not there: empty, not found or failed. */
export const StateMessage = ({ icon, message, explanation, tone = 'neutral', action }: StateMessageProps) => (
  <Card role={tone === 'error' ? 'alert' : undefined}>
    <Stack spacing={2} sx={{ alignItems: 'center', textAlign: 'center', px: 3, py: { xs: 6, md: 9 } }}>
      <Box
        sx={{ ...circle, bgcolor: 'action.hover', color: tone === 'error' ? 'error.main' : 'text.secondary' }}
      >
        <Icon path={icon} sx={{ fontSize: 36 }} />
      </Box>
      <Typography variant="h2" component="p">
        {message}
      </Typography>
      {explanation && (
        <Typography sx={{ color: 'text.secondary', maxInlineSize: '44ch' }}>{explanation}</Typography>
      )}
      {action}
    </Stack>
  </Card>
);
