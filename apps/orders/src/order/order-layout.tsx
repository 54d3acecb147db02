import { Box } from '@portal/theme';
import type { ReactNode } from 'react';

interface OrderLayoutProps {
  summary: ReactNode;
  progress: ReactNode;
  actions?: ReactNode;
  log: ReactNode;
}

/** What the order is about, where it is, and what has happened. The first two are side by side on wide screens. */
export const OrderLayout = ({ summary, progress, actions, log }: OrderLayoutProps) => (
  <Box sx={layout}>
    {summary}
    <Box sx={{ display: 'grid', alignContent: 'start', gap: 'inherit' }}>
      {progress}
      {actions}
    </Box>
    <Box sx={{ gridColumn: '1 / -1', minInlineSize: 0 }}>{log}</Box>
  </Box>
);

const layout = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
  '@media print': { display: 'block', '& > * + *': { marginBlockStart: 2 } },
};
