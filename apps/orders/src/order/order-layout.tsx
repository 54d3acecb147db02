import { BELOW_TOP_BAR, Box } from '@portal/theme';
import type { ReactNode } from 'react';

interface OrderLayoutProps {
  summary: ReactNode;
  files?: ReactNode;
  progress: ReactNode;
  actions?: ReactNode;
  log: ReactNode;
}

/** The layout of an order. On wide screens, progress and actions stay beside the others while these scroll. */
export const OrderLayout = ({ summary, files, progress, actions, log }: OrderLayoutProps) => (
  <Box sx={layout}>
    <Box sx={column}>
      {summary}
      {files}
    </Box>
    <Box sx={aside}>
      {progress}
      {actions}
    </Box>
    <Box sx={{ minInlineSize: 0 }}>{log}</Box>
  </Box>
);

const layout = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
  gridTemplateRows: { lg: 'auto 1fr' },
  '@media print': { display: 'block', zoom: 0.9, '& > * + *': { marginBlockStart: 2 } },
};

const column = { display: 'grid', alignContent: 'start', gap: 'inherit', minInlineSize: 0 };

const aside = {
  ...column,
  // Beside the summary and the log, below the top bar.
  gridArea: { lg: '1 / 2 / span 2' },
  position: { lg: 'sticky' },
  insetBlockStart: BELOW_TOP_BAR,
  alignSelf: 'start',
};
