import MuiButton from '@mui/material/Button';
import MuiTableSortLabel from '@mui/material/TableSortLabel';
import { withOwnTexts } from './own-texts';

export const Button: typeof MuiButton = withOwnTexts(MuiButton);
export const TableSortLabel: typeof MuiTableSortLabel = withOwnTexts(MuiTableSortLabel);

/** The MUI components of the design. A new one is available to remotes after the shell's next release. */
export { default as Alert, type AlertProps } from '@mui/material/Alert';
export { default as AppBar } from '@mui/material/AppBar';
export { default as Box, type BoxProps } from '@mui/material/Box';
export { default as Card } from '@mui/material/Card';
export { default as CardContent } from '@mui/material/CardContent';
export { default as Chip, type ChipProps } from '@mui/material/Chip';
export { default as CircularProgress } from '@mui/material/CircularProgress';
export { default as Container } from '@mui/material/Container';
export { default as IconButton } from '@mui/material/IconButton';
export { default as Link } from '@mui/material/Link';
export { default as List } from '@mui/material/List';
export { default as ListItem } from '@mui/material/ListItem';
export { default as ListItemButton, type ListItemButtonProps } from '@mui/material/ListItemButton';
export { default as ListItemIcon } from '@mui/material/ListItemIcon';
export { default as ListItemText } from '@mui/material/ListItemText';
export { default as Skeleton } from '@mui/material/Skeleton';
export { default as Stack } from '@mui/material/Stack';
export { default as Table } from '@mui/material/Table';
export { default as Toolbar } from '@mui/material/Toolbar';
export { default as Tooltip } from '@mui/material/Tooltip';
export { default as Typography } from '@mui/material/Typography';
export { styled, useColorScheme, useTheme, type Theme } from '@mui/material/styles';
export { visuallyHidden } from '@mui/utils';
export * from './deferred-components';
