import { Box } from '@portal/theme';
import type { ReactNode } from 'react';

interface OrderLayoutProps {
  head: ReactNode;
  summary: ReactNode;
  log: ReactNode;
  actions?: ReactNode;
}

/** The layout of an order. On wide screens, the summary is beside the others. */
export const OrderLayout = ({ head, summary, log, actions }: OrderLayoutProps) => (
  <Box sx={layout}>
    {head}
    <Box sx={aside}>{summary}</Box>
    {log}
    {actions}
  </Box>
);

const layout = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
  gridTemplateRows: { lg: 'auto 1fr' },
  '@media print': { display: 'block', zoom: 0.9, '& > * + *': { marginBlockStart: 2 } },
};

const aside = {
  display: 'grid',
  alignContent: 'start',
  gap: 'inherit',
  minInlineSize: 0,
  gridArea: { lg: '1 / 2 / span 2' },
};
