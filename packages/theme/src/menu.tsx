import ClickAwayListener from '@mui/material/ClickAwayListener';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import type { KeyboardEvent, PropsWithChildren } from 'react';
import { useDirection } from './surface';

type MenuProps = PropsWithChildren<{
  /** The button that opened it; closed without. */
  anchor: HTMLElement | null;
  label: string;
  /** Something was chosen, or the menu left. */
  onClose: () => void;
}>;

/**
 * A menu beneath a button at the end of its line. It stands beside the button in the page, so that it is in the same
 * landmark and moves with it; MUI's own menu lays itself over the whole window, which in another page is not ours.
 */
export const Menu = ({ anchor, label, onClose, children }: MenuProps) => {
  const end = useDirection() === 'rtl' ? 'start' : 'end';

  const goBack = () => {
    anchor?.focus();
    onClose();
  };
  const goBackByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    goBack();
  };

  return (
    <Popper
      open={anchor !== null}
      anchorEl={anchor}
      placement={`bottom-${end}`}
      disablePortal
      sx={{ zIndex: 'modal' }}
    >
      <ClickAwayListener onClickAway={onClose}>
        <Paper elevation={8}>
          <MenuList autoFocusItem aria-label={label} onClick={goBack} onKeyDown={goBackByKey}>
            {children}
          </MenuList>
        </Paper>
      </ClickAwayListener>
    </Popper>
  );
};
