import { Box, Typography } from '@portal/theme';
import type { ReactNode } from 'react';

interface HighlightProps {
  label: ReactNode;
  color: 'warning' | 'primary';
  children: ReactNode;
}

/** A part of the first card that the customer acts on. Its border remains in forced colors. */
export const Highlight = ({ label, color, children }: HighlightProps) => (
  <Box sx={[highlight, { borderColor: `${color}.main`, backgroundColor: tintOf(color) }]}>
    <Typography
      component={color === 'warning' ? 'h3' : 'p'}
      variant="body2"
      sx={color === 'warning' ? { color: 'warning.main', fontWeight: 700 } : { color: 'text.secondary' }}
    >
      {label}
    </Typography>
    {children}
  </Box>
);

const tintOf = (color: string): string =>
  `color-mix(in srgb, var(--mui-palette-${color}-main) 5%, transparent)`;

const highlight = {
  display: 'grid',
  justifyItems: 'start',
  rowGap: 0.5,
  paddingBlock: 1.5,
  paddingInline: { xs: 1.5, sm: 2 },
  borderRadius: 0.75,
  borderInlineStart: '4px solid',
  minInlineSize: 0,
};
