import { Drawer, Toolbar, Typography, useBrand, useDirection } from '@portal/theme';
import { DRAWER_ID } from './drawer-id';
import { DRAWER_WIDTH } from './drawer-width';
import { MenuButton } from './menu-button';
import { NavigationList } from './navigation-list';
import { useOutsidePress } from './use-outside-press';

interface TemporaryDrawerProps {
  open: boolean;
  close: () => void;
}

/**
 * The drawer of narrow screens: a dialog over everything else, with a button of its own to close it, because
 * the one in the top bar cannot be reached by a screen reader meanwhile.
 */
export const TemporaryDrawer = ({ open, close }: TemporaryDrawerProps) => {
  const { name } = useBrand();
  useOutsidePress(open, close);
  return (
    <Drawer
      anchor={useDirection() === 'rtl' ? 'right' : 'left'}
      open={open}
      onClose={close}
      slotProps={{
        root: { keepMounted: true },
        paper: {
          id: DRAWER_ID,
          'aria-label': 'Menu',
          sx: { width: DRAWER_WIDTH.open, maxWidth: '85cqi', backgroundImage: 'none' },
        },
      }}
    >
      <Toolbar sx={{ gap: 1 }}>
        <MenuButton open onClick={close} />
        <Typography component="p" variant="h3" sx={{ py: 1 }}>
          {name}
        </Typography>
      </Toolbar>
      <NavigationList onChoose={close} />
    </Drawer>
  );
};
