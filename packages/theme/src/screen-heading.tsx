import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface ScreenHeadingProps {
  children: ReactNode;
  /** An action on the whole screen, at the end of the line. */
  action?: ReactNode;
}

/** The `h1` of a screen. Its line has the same height with and without an action. */
export const ScreenHeading = ({ children, action }: ScreenHeadingProps) => (
  <Box
    sx={{ display: 'flex', gap: 1, minBlockSize: 44, alignItems: 'center', justifyContent: 'space-between' }}
  >
    <Typography component="h1" variant="h1">
      {children}
    </Typography>
    {action}
  </Box>
);
