import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { createContext, use, type ReactNode } from 'react';
import { TARGET_PX } from './heights';

/** The text to show beside the heading of the screen; undefined outside of a layout that has one. */
const ScreenStatusContext = createContext<string | undefined>(undefined);

/** Provides a short text about the whole screen, such as how old it is. */
export const ScreenStatusProvider = ScreenStatusContext.Provider;

interface ScreenHeadingProps {
  children: ReactNode;
  /** An action on the whole screen, at the end of the line. */
  action?: ReactNode;
}

/** On narrow screens as wide as two lines need, so that a new text moves nothing. */
const status = {
  flexShrink: 0,
  inlineSize: { xs: '5.75rem', sm: 'auto' },
  lineHeight: 1.25,
  textAlign: 'end',
  displayPrint: 'none',
};

/** The `h1` of a screen, with the shell's text about the screen. Its line is as high without an action. */
export const ScreenHeading = ({ children, action }: ScreenHeadingProps) => {
  const text = use(ScreenStatusContext);
  return (
    <Box sx={{ display: 'flex', gap: 1, minBlockSize: TARGET_PX, alignItems: 'center' }}>
      <Typography component="h1" variant="h1" sx={{ flexGrow: 1 }}>
        {children}
      </Typography>
      {text !== undefined && (
        <Typography component="span" variant="caption" color="textSecondary" sx={status}>
          {text}
        </Typography>
      )}
      {action}
    </Box>
  );
};
