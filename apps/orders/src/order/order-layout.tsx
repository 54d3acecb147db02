import { Box, Stack } from '@portal/theme';
import type { ReactNode } from 'react';

interface OrderLayoutProps {
  progress: ReactNode;
  summary: ReactNode;
  log: ReactNode;
}

/** Progress on top; below it the summary beside the log where there is room, above it where there is not. */
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
