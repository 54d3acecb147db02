import { mdiLogout } from '@mdi/js';
import type { NavigationEntry, RemoteSummary } from '@portal/contract';
import {
  Box,
  Divider,
  Icon,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tooltip,
  useBrand,
  useSurface,
  type ListItemButtonProps,
} from '@portal/theme';
import { loadForms } from '@portal/theme/parts';
import { memo, useCallback, useMemo, useState, type ElementType } from 'react';
import { Link } from 'react-router-dom';
import { useIdleTask } from '../idle';
import { DrawerEnd } from '../layout/later';
import { useAwaited } from '../remotes/awaited';
import { useRegistry } from '../remotes/registry-provider';
import { useSignOut } from '../session/session';
import { useI18n } from '../texts';
import { navigationEntries, type CurrentEntry } from './current-entry';

interface NavigationItemProps extends ListItemButtonProps {
  label: string;
  /** Path data of a 24 × 24 icon. */
  icon: string;
  /** Whether the item shows its icon only. */
  collapsed: boolean;
  /** Whether the icon is mirrored in right-to-left languages. */
  mirrored?: boolean;
  component?: ElementType;
  to?: string;
}

const MIRRORED = { '[dir="rtl"] &': { transform: 'scaleX(-1)' } };

/** One item of the drawer. Collapsed, it shows its icon and keeps its accessible name. */
const NavigationItem = ({
  label,
  icon,
  collapsed,
  mirrored = false,
  selected,
  ...button
}: NavigationItemProps) => (
  <ListItem disablePadding sx={{ mb: 0.5 }}>
    <Tooltip title={collapsed ? label : ''} placement="right">
      <ListItemButton
        aria-label={label}
        selected={selected ?? false}
        sx={{ borderRadius: 1, minHeight: 48, px: collapsed ? 2.5 : 1.5 }}
        {...button}
      >
        <ListItemIcon sx={{ minWidth: collapsed ? 0 : 36 }}>
          <Icon path={icon} color={selected ? 'primary' : 'action'} sx={mirrored ? MIRRORED : undefined} />
        </ListItemIcon>
        {!collapsed && (
          <ListItemText
            primary={label}
            // Don't convey the selection by color alone (WCAG 2.2, 1.4.1).
            slotProps={{ primary: { sx: { textAlign: 'start', fontWeight: selected ? 650 : undefined } } }}
          />
        )}
      </ListItemButton>
    </Tooltip>
  </ListItem>
);

/** Entries are rendered in groups; the first ones fill a window. */
const GROUP_SIZE = 10;
const GROUPS_AT_ONCE = 2;

/** The height of an entry, to reserve space for entries that are not rendered yet. */
const ENTRY_PX = 52;

const groupsOf = (remotes: readonly RemoteSummary[]): NavigationEntry[][] => {
  const entries = navigationEntries(remotes);
  return [...Array(Math.ceil(entries.length / GROUP_SIZE)).keys()].map((index) =>
    entries.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );
};

/**
 * Counts up to `total` in idle time while nothing is `awaited`, so that a customer of hundreds of teams doesn't wait
 * for entries out of sight.
 */
const useGrowing = (total: number, awaited: boolean): number => {
  const [count, setCount] = useState(GROUPS_AT_ONCE);
  const grow = useCallback(() => setCount(count + 1), [count]);
  useIdleTask(!awaited && count < total, grow);
  return count;
};

export interface NavigationListProps {
  current: CurrentEntry | undefined;
  /** Whether the items show their icons only. */
  collapsed?: boolean;
  /** Called when an entry is chosen: a temporary drawer closes. */
  onChoose?: (() => void) | undefined;
}

interface NavigationGroupProps extends NavigationListProps {
  entries: readonly NavigationEntry[];
}

/** Memoized: does not render again when another group is added. */
const NavigationGroup = memo(({ entries, current, collapsed = false, onChoose }: NavigationGroupProps) => {
  const { loadAhead } = useRegistry();
  const mark = current?.isPage ? 'page' : 'true';
  return entries.map(({ label, path, icon }) => (
    <NavigationItem
      key={path}
      label={label}
      icon={icon}
      collapsed={collapsed}
      selected={path === current?.path}
      aria-current={path === current?.path ? mark : undefined}
      component={Link}
      to={path}
      onClick={onChoose}
      onPointerEnter={() => loadAhead(path)}
      onFocus={() => loadAhead(path)}
    />
  ));
});

/** Loads the form chunk for the next screen; its form tries again by itself. */
const loadFormsAhead = () => void loadForms().catch(() => undefined);

/** The navigation entries of all remotes, Logout, who is signed in, and the company's links. */
export const NavigationList = ({ current, collapsed = false, onChoose }: NavigationListProps) => {
  const i18n = useI18n();
  const { remotes } = useRegistry();
  const groups = useMemo(() => groupsOf(remotes), [remotes]);
  const awaited = useAwaited();
  const [isUsed, setUsed] = useState(false);
  const count = useGrowing(groups.length, awaited && !isUsed);
  const hidden = groups.slice(count).flat().length;
  const startUse = () => {
    setUsed(true);
    loadFormsAhead();
  };
  const { signOut, status } = useSignOut();
  const { host } = useSurface();
  const { name } = useBrand();

  return (
    <Box
      component="nav"
      // An embedder's page has its own main navigation.
      aria-label={host ? `${name}: ${i18n.t('Menu')}` : i18n.t('Main')}
      onPointerEnter={startUse}
      onFocus={startUse}
      sx={{ display: 'flex', flexDirection: 'column', flexGrow: 1 }}
    >
      <List sx={{ px: 1 }}>
        {groups.slice(0, count).map((entries, index) => (
          <NavigationGroup
            key={index}
            entries={entries}
            current={current}
            collapsed={collapsed}
            onChoose={onChoose}
          />
        ))}
        {hidden > 0 && <ListItem aria-hidden sx={{ height: hidden * ENTRY_PX }} />}
        <Divider component="li" aria-hidden sx={{ my: 1 }} />
        <NavigationItem
          label={i18n.t('Logout')}
          icon={mdiLogout}
          mirrored
          collapsed={collapsed}
          disabled={status === 'pending'}
          onClick={() => signOut(undefined, onChoose && { onError: onChoose })}
        />
      </List>
      <DrawerEnd collapsed={collapsed} />
    </Box>
  );
};
