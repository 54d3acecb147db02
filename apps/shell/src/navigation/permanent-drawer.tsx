import { Box, FULL_HEIGHT } from '@portal/theme';
import { DRAWER_ID } from './drawer-id';
import { DRAWER_WIDTH } from './drawer-width';
import { NavigationList } from './navigation-list';

/** Height of the top bar on wide screens, in px. */
const TOP_BAR = 64;

const stays = {
  position: 'sticky',
  insetBlockStart: TOP_BAR,
  maxBlockSize: `calc(100dvh - ${TOP_BAR}px)`,
  overflow: 'hidden auto',
};

/** The drawer of wide screens: it stays while the content scrolls, with words or collapsed to its icons. */
export const PermanentDrawer = ({ collapsed }: { collapsed: boolean }) => (
  <Box
    id={DRAWER_ID}
    sx={{
      flexShrink: 0,
      width: collapsed ? DRAWER_WIDTH.collapsed : DRAWER_WIDTH.open,
      minBlockSize: `calc(${FULL_HEIGHT} - ${TOP_BAR}px)`,
      bgcolor: 'background.paper',
      borderInlineEnd: '1px solid',
      borderColor: 'divider',
      '@media (prefers-reduced-motion: no-preference)': { transition: 'width 200ms ease' },
    }}
  >
    <Box sx={stays}>
      <NavigationList collapsed={collapsed} />
    </Box>
  </Box>
);
