import { PermanentDrawer } from './permanent-drawer';
import { TemporaryDrawer } from './temporary-drawer';

interface NavigationDrawerProps {
  /** Whether the screen has room for a drawer that stays. */
  wide: boolean;
  open: boolean;
  close: () => void;
}

/** Persistent and collapsible where there is room, temporary where there is not (specification section 2). */
export const NavigationDrawer = ({ wide, open, close }: NavigationDrawerProps) =>
  wide ? <PermanentDrawer collapsed={!open} /> : <TemporaryDrawer open={open} close={close} />;
