import { mdiMenu, mdiMenuOpen } from '@mdi/js';
import {
  Box,
  Drawer,
  FULL_HEIGHT,
  Icon,
  IconButton,
  Toolbar,
  TOP_BAR_PX,
  Typography,
  useBrand,
  useSurface,
  WINDOW_HEIGHT,
} from '@portal/theme';
import { useEffect } from 'react';
import { ColorModeMenu } from '../color-mode-menu';
import { LanguageMenu } from '../language-menu';
import { Overlay } from '../overlay';
import { useI18n } from '../../texts';
import { NavigationList, type NavigationListProps } from './navigation-list';

/** Widths of the drawer (specification section 9). */
const OPEN_WIDTH_PX = 240;
const COLLAPSED_WIDTH_PX = 80;

/** The drawer's element id, for the menu button's `aria-controls`. */
export const DRAWER_ID = 'portal-navigation';

/** Opens and closes the drawer. */
export const MenuButton = ({ open, onClick }: { open: boolean; onClick: () => void }) => {
  const i18n = useI18n();
  return (
    <IconButton
      color="inherit"
      onClick={onClick}
      aria-label={open ? i18n.t('Close menu') : i18n.t('Open menu')}
      aria-expanded={open}
      aria-controls={DRAWER_ID}
      sx={{ marginInlineStart: -1.25 }}
    >
      <Icon path={open ? mdiMenuOpen : mdiMenu} sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
    </IconButton>
  );
};

const sticky = {
  position: 'sticky',
  insetBlockStart: TOP_BAR_PX.sm,
  display: 'grid',
  minBlockSize: `calc(${FULL_HEIGHT} - ${TOP_BAR_PX.sm}px)`,
  maxBlockSize: `calc(${WINDOW_HEIGHT} - ${TOP_BAR_PX.sm}px)`,
  overflow: 'hidden auto',
};

/** The drawer of wide screens: it stays while the content scrolls, with labels or collapsed to its icons. */
const PermanentDrawer = ({
  collapsed,
  current,
}: Required<Pick<NavigationListProps, 'collapsed' | 'current'>>) => (
  <Box
    id={DRAWER_ID}
    part="drawer"
    sx={{
      displayPrint: 'none',
      flexShrink: 0,
      width: collapsed ? COLLAPSED_WIDTH_PX : OPEN_WIDTH_PX,
      minBlockSize: `calc(${FULL_HEIGHT} - ${TOP_BAR_PX.sm}px)`,
      bgcolor: 'background.paper',
      borderInlineEnd: '1px solid',
      borderColor: 'divider',
      '@media (prefers-reduced-motion: no-preference)': { transition: 'width 200ms ease' },
    }}
  >
    <Box sx={sticky}>
      <NavigationList collapsed={collapsed} current={current} />
    </Box>
  </Box>
);

/** The backdrop covers only the element; listen outside it. A portal with a page of its own needs no listener. */
const useOutsidePress = (active: boolean, onPress: () => void): void => {
  const { host } = useSurface();
  useEffect(() => {
    if (!host || !active) return undefined;
    const listen = (event: PointerEvent) => {
      if (!event.composedPath().includes(host)) onPress();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [host, active, onPress]);
};

interface TemporaryDrawerProps extends Pick<NavigationListProps, 'current'> {
  open: boolean;
  close: () => void;
}

/** A dialog of narrow screens. It has its own close button: a screen reader can't reach the top bar. */
const TemporaryDrawer = ({ open, close, current }: TemporaryDrawerProps) => {
  const i18n = useI18n();
  const { name } = useBrand();
  useOutsidePress(open, close);
  return (
    <Overlay open={open} close={close}>
      <Drawer
        // The theme mirrors it.
        anchor="left"
        open={open}
        onClose={close}
        slotProps={{
          root: { keepMounted: true },
          paper: {
            id: DRAWER_ID,
            part: 'drawer',
            'aria-label': i18n.t('Menu'),
            sx: { width: OPEN_WIDTH_PX, maxWidth: '85cqi', backgroundImage: 'none' },
          },
        }}
      >
        <Toolbar sx={{ gap: 1 }}>
          <MenuButton open onClick={close} />
          <Typography component="p" variant="h3" translate="no" sx={{ py: 1 }}>
            {name}
          </Typography>
        </Toolbar>
        <NavigationList onChoose={close} current={current}>
          <LanguageMenu withWords />
          <ColorModeMenu withWords />
        </NavigationList>
      </Drawer>
    </Overlay>
  );
};

interface NavigationDrawerProps extends TemporaryDrawerProps {
  /** Whether the screen has room for a permanent drawer. */
  wide: boolean;
}

/** Permanent and collapsible on wide screens, temporary on narrow ones (specification section 2). */
export const NavigationDrawer = ({ wide, open, close, current }: NavigationDrawerProps) =>
  wide ? (
    <PermanentDrawer collapsed={!open} current={current} />
  ) : (
    <TemporaryDrawer open={open} close={close} current={current} />
  );
