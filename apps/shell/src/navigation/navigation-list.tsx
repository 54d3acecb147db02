import { mdiLogout } from '@mdi/js';
import { Divider, List, useBrand, useSurface } from '@portal/theme';
import { matchPath, useLocation, Link } from 'react-router-dom';
import { useRegistry } from '../remotes/registry-provider';
import { useSignOut } from '../session/session';
import { navigationEntries } from './navigation-entries';
import { NavigationItem } from './navigation-item';

interface NavigationListProps {
  /** Whether only the icons are seen. */
  collapsed?: boolean;
  /** Called when an entry was chosen; a temporary drawer closes then. */
  onChoose?: () => void;
}

/** The entries of all remotes, and Logout. */
export const NavigationList = ({ collapsed = false, onChoose }: NavigationListProps) => {
  const { remotes } = useRegistry();
  const { pathname } = useLocation();
  const { signOut, isPending } = useSignOut();
  const { host } = useSurface();
  const { name } = useBrand();

  return (
    // A page around the portal has a main navigation of its own.
    <nav aria-label={host ? name : 'Main'}>
      <List sx={{ px: 1 }}>
        {navigationEntries(remotes).map(({ label, path, icon }) => (
          <NavigationItem
            key={path}
            label={label}
            icon={icon}
            collapsed={collapsed}
            selected={matchPath(path, pathname) !== null}
            component={Link}
            to={path}
            onClick={onChoose}
          />
        ))}
        <Divider component="li" aria-hidden sx={{ my: 1 }} />
        <NavigationItem
          label="Logout"
          icon={mdiLogout}
          collapsed={collapsed}
          disabled={isPending}
          onClick={() => void signOut()}
        />
      </List>
    </nav>
  );
};
