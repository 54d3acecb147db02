import { mdiLogout } from '@mdi/js';
import { useSignedInCustomer } from '@portal/api';
import {
  Box,
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
import { useMemo, type ElementType, type PropsWithChildren } from 'react';
import { Link } from 'react-router-dom';
import { useRemotes, useSummaries } from '../../remotes/remotes';
import { useSignOut } from '../../session/session';
import { useI18n } from '../../texts';
import { CompanyLinks } from '../company-links';
import { useBadges } from '../session-services';
import { navigationEntries, type CurrentEntry } from './current-entry';
import { SignedInCustomer } from './signed-in-customer';

interface NavigationItemProps extends ListItemButtonProps {
  label: string;
  /** Path data of a 24 × 24 icon. */
  icon: string;
  /** How many new things the item leads to. */
  badge?: number | undefined;
  /** Whether the item shows its icon only. */
  collapsed: boolean;
  /** Whether the icon is mirrored in right-to-left languages. */
  mirrored?: boolean;
  component?: ElementType;
  to?: string;
}

const MIRRORED = { '[dir="rtl"] &': { transform: 'scaleX(-1)' } };

const DIVIDER = { my: 1, borderBlockEnd: '1px solid', borderColor: 'divider' };

const PILL = { px: 1, borderRadius: 4, fontSize: 12, bgcolor: 'brand.main', color: 'brand.contrastText' };
const DOT = { position: 'absolute', insetBlockStart: 10, insetInlineEnd: 16, width: 8, height: 8, px: 0 };

/** One item of the drawer. Collapsed, it shows its icon, a dot for its badge, and keeps its accessible name. */
const NavigationItem = ({
  label,
  icon,
  badge = 0,
  collapsed,
  mirrored = false,
  selected,
  ...button
}: NavigationItemProps) => {
  const i18n = useI18n();
  const name = badge > 0 ? i18n.t('{label}, {count} new', { label, count: badge }) : label;
  return (
    <ListItem disablePadding sx={{ mb: 0.5 }}>
      <Tooltip describeChild title={collapsed && <span>{name}</span>} placement="right">
        <ListItemButton
          aria-label={name}
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
          {badge > 0 && <Box sx={[PILL, collapsed && DOT]}>{!collapsed && (badge > 99 ? '99+' : badge)}</Box>}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
};

/** How the navigation of a drawer appears; `children` are at its foot. */
export interface NavigationListProps extends PropsWithChildren {
  current: CurrentEntry | undefined;
  /** Whether the items show their icons only. */
  collapsed?: boolean;
  /** Called when an entry is chosen: a temporary drawer closes. */
  onChoose?: (() => void) | undefined;
}

/** Loads the form chunk for the next screen; its form tries again by itself. */
const loadFormsAhead = () => void loadForms().catch(() => undefined);

/** The navigation entries of all remotes, Logout, and at the foot `children`, who is signed in, and the company's links. */
export const NavigationList = ({ current, collapsed = false, onChoose, children }: NavigationListProps) => {
  const i18n = useI18n();
  const { loadAhead } = useRemotes();
  const remotes = useSummaries();
  const entries = useMemo(() => navigationEntries(remotes), [remotes]);
  const mark = current?.isPage ? 'page' : 'true';
  const { signOut, status } = useSignOut();
  const { host } = useSurface();
  const { name } = useBrand();
  const customer = useSignedInCustomer();
  const badges = useBadges();

  return (
    <Box
      component="nav"
      // An embedder's page has its own main navigation.
      aria-label={host ? `${name}: ${i18n.t('Menu')}` : i18n.t('Main')}
      onPointerEnter={loadFormsAhead}
      onFocus={loadFormsAhead}
      sx={{ display: 'flex', flexDirection: 'column', flexGrow: 1 }}
    >
      <List sx={{ px: 1 }}>
        {entries.map(({ label, path, icon }) => (
          <NavigationItem
            key={path}
            label={label}
            icon={icon}
            badge={badges[path]}
            collapsed={collapsed}
            selected={path === current?.path}
            aria-current={path === current?.path ? mark : undefined}
            component={Link}
            to={path}
            onClick={onChoose}
            onPointerEnter={() => loadAhead(path)}
            onFocus={() => loadAhead(path)}
          />
        ))}
        <Box component="li" aria-hidden sx={DIVIDER} />
        <NavigationItem
          label={i18n.t('Logout')}
          icon={mdiLogout}
          mirrored
          collapsed={collapsed}
          disabled={status === 'pending'}
          onClick={() => signOut(undefined, onChoose && { onError: onChoose })}
        />
      </List>
      <Box sx={{ mt: 'auto', p: 1 }}>
        {children}
        {customer && <SignedInCustomer customer={customer} collapsed={collapsed} onChoose={onChoose} />}
        {!collapsed && <CompanyLinks sx={{ px: 1.5 }} />}
      </Box>
    </Box>
  );
};
