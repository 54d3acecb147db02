import {
  Icon,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tooltip,
  type ListItemButtonProps,
} from '@portal/theme';
import type { ElementType } from 'react';

interface NavigationItemProps extends ListItemButtonProps {
  label: string;
  /** Path data of a 24 × 24 icon. */
  icon: string;
  /** Whether only the icon is seen. */
  collapsed: boolean;
  component?: ElementType;
  to?: string;
}

/** One entry of the drawer; collapsed it shows its icon and keeps its name. */
export const NavigationItem = ({ label, icon, collapsed, selected, ...button }: NavigationItemProps) => (
  <ListItem disablePadding sx={{ mb: 0.5 }}>
    <Tooltip title={collapsed ? label : ''} placement="right">
      <ListItemButton
        aria-label={label}
        aria-current={selected ? 'page' : undefined}
        selected={selected ?? false}
        sx={{ borderRadius: 1, minHeight: 48, px: collapsed ? 2.5 : 1.5 }}
        {...button}
      >
        <ListItemIcon sx={{ minWidth: collapsed ? 0 : 36 }}>
          <Icon path={icon} color={selected ? 'primary' : 'action'} />
        </ListItemIcon>
        {!collapsed && (
          <ListItemText
            primary={label}
            // Not by colour alone (WCAG 2.2, 1.4.1).
            slotProps={{ primary: { sx: { textAlign: 'start', fontWeight: selected ? 650 : undefined } } }}
          />
        )}
      </ListItemButton>
    </Tooltip>
  </ListItem>
);
