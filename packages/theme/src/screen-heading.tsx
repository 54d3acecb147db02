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

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1,
  minBlockSize: TARGET_PX,
  alignItems: 'center',
};

/**
 * At least as wide as its longest word, so that the rest of the line wraps before a word breaks. With `anywhere`, which
 * the page has, any letter would count as a word.
 */
const title = {
  overflowWrap: 'break-word',
  inlineSize: 'min-content',
  maxInlineSize: '100%',
  flex: '1 1 auto',
};

/** The `h1` of a screen, with the shell's text about the screen. Its line is as high without an action. */
export const ScreenHeading = ({ children, action }: ScreenHeadingProps) => {
  const text = use(ScreenStatusContext);
  return (
    <Box sx={line}>
      <Typography component="h1" variant="h1" sx={title}>
        {children}
      </Typography>
      {text !== undefined && (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ displayPrint: 'none' }}>
          {text}
        </Typography>
      )}
      {action}
    </Box>
  );
};
