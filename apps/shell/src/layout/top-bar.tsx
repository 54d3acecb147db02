import { mdiMenu, mdiMenuOpen } from '@mdi/js';
import { AppBar, Icon, IconButton, Toolbar, Typography, useBrand } from '@portal/theme';
import { DRAWER_ID } from '../navigation/navigation-drawer';
import { ColorModeMenu } from './color-mode-menu';

interface TopBarProps {
  menuOpen: boolean;
  toggleMenu: () => void;
}

/** Menu button, the specified title, and the choice of the colour mode. */
export const TopBar = ({ menuOpen, toggleMenu }: TopBarProps) => {
  const { name } = useBrand();
  return (
    <AppBar position="fixed" elevation={0} sx={{ zIndex: (theme) => theme.zIndex.drawer + 1 }}>
      <Toolbar sx={{ gap: 1 }}>
        <IconButton
          color="inherit"
          edge="start"
          onClick={toggleMenu}
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={menuOpen}
          aria-controls={DRAWER_ID}
        >
          <Icon path={menuOpen ? mdiMenuOpen : mdiMenu} />
        </IconButton>
        <Typography component="p" variant="h3" noWrap sx={{ flexGrow: 1, minWidth: 0 }}>
          {name} Customer Dashboard
        </Typography>
        <ColorModeMenu />
      </Toolbar>
    </AppBar>
  );
};
