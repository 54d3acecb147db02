import { Box, Stack } from '@portal/theme';
import type { ReactNode } from 'react';

interface OrderLayoutProps {
  progress: ReactNode;
  summary: ReactNode;
  log: ReactNode;
}

/** Progress on top; summary and log side by side on wide screens, one below the other on narrow ones. */
export const OrderLayout = ({ progress, summary, log }: OrderLayoutProps) => (
  <Stack spacing={3}>
    {progress}
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      {summary}
      {log}
    </Box>
  </Stack>
);
