import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface ScreenHeadingProps {
  children: ReactNode;
  /** What can be done with the whole screen, at the other end of the line. */
  action?: ReactNode;
}

/** The one `h1` of a screen; its line is as high with an action as without, so that all screens begin alike. */
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
