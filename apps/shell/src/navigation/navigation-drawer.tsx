import { Box, Drawer, Toolbar } from '@portal/theme';
import { NavigationList } from './navigation-list';

/** Widths in px (specification section 9). */
const WIDTH = { open: 240, collapsed: 80 };

export const DRAWER_ID = 'portal-navigation';

interface NavigationDrawerProps {
  /** Whether the screen has room for a drawer that stays. */
  wide: boolean;
  open: boolean;
  close: () => void;
}

/** Persistent and collapsible where there is room, temporary where there is not (specification section 2). */
export const NavigationDrawer = ({ wide, open, close }: NavigationDrawerProps) => {
  const width = wide && !open ? WIDTH.collapsed : WIDTH.open;
  return (
    <Drawer
      variant={wide ? 'permanent' : 'temporary'}
      open={open}
      onClose={close}
      sx={{ width, flexShrink: 0, transition: resize }}
      slotProps={{
        root: { keepMounted: true },
        paper: {
          id: DRAWER_ID,
          // A temporary drawer is a dialog, and needs a name.
          'aria-label': wide ? undefined : 'Menu',
          sx: { width, overflowX: 'hidden', transition: wide ? resize : undefined },
        },
      }}
    >
      <Toolbar />
      <Box component="nav" aria-label="Main" sx={{ flexGrow: 1, display: 'flex' }}>
        <NavigationList collapsed={wide && !open} onChoose={wide ? undefined : close} />
      </Box>
    </Drawer>
  );
};

const resize = 'width 200ms ease';
