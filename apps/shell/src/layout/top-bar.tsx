import { AppBar, Toolbar, Typography, useBrand, useSurface } from '@portal/theme';
import { MenuButton } from '../navigation/menu-button';
import { ColorModeMenu } from './color-mode-menu';

interface TopBarProps {
  menuOpen: boolean;
  toggleMenu: () => void;
}

/** Grows with the title, which is never cut off: small screens and long brands take a second line. */
const title = {
  flexGrow: 1,
  minWidth: 0,
  py: 1,
  fontSize: { xs: '0.9rem', sm: '1.05rem' },
  textWrap: 'balance',
};

/** Menu button, the specified title, and the choice of the colour mode. */
export const TopBar = ({ menuOpen, toggleMenu }: TopBarProps) => {
  const { name } = useBrand();
  // The banner of the whole page is not the portal's.
  const component = useSurface().host ? 'div' : 'header';
  return (
    <AppBar component={component} position="sticky" elevation={0}>
      <Toolbar sx={{ gap: 1 }}>
        <MenuButton open={menuOpen} onClick={toggleMenu} />
        <Typography component="p" variant="h3" sx={title}>
          {name} Customer Dashboard
        </Typography>
        <ColorModeMenu />
      </Toolbar>
    </AppBar>
  );
};
