import { Button } from '@portal/theme';
import { focusMain } from '../page/main';

/** The first stop of a keyboard: past top bar and drawer (WCAG 2.2 success criterion 2.4.1). */
export const SkipLink = () => (
  <Button
    variant="contained"
    href="#main"
    onClick={(event) => {
      event.preventDefault();
      focusMain();
    }}
    sx={{
      position: 'fixed',
      insetBlockStart: 8,
      insetInlineStart: 8,
      zIndex: 'tooltip',
      '&:not(:focus)': { transform: 'translateY(-200%)' },
    }}
  >
    Skip to content
  </Button>
);
