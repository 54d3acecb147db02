import { mdiMenu, mdiMenuOpen } from '@mdi/js';
import { Icon, IconButton } from '@portal/theme';
import { DRAWER_ID } from './drawer-id';

interface MenuButtonProps {
  open: boolean;
  onClick: () => void;
}

/** Opens and closes the drawer. */
export const MenuButton = ({ open, onClick }: MenuButtonProps) => (
  <IconButton
    color="inherit"
    onClick={onClick}
    aria-label={open ? 'Close menu' : 'Open menu'}
    aria-expanded={open}
    aria-controls={DRAWER_ID}
    sx={{ marginInlineStart: -1.25 }}
  >
    <Icon path={open ? mdiMenuOpen : mdiMenu} sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
  </IconButton>
);
