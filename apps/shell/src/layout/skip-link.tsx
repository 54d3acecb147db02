import { Button } from '@portal/theme';
import { useFocusMain } from '../page/main';

/** The first stop of a keyboard: past top bar and drawer (WCAG 2.2 success criterion 2.4.1). */
export const SkipLink = () => {
  const focusMain = useFocusMain();
  return (
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
        '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
      }}
    >
      Skip to content
    </Button>
  );
};
