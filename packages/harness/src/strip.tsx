import type { NavigationEntry } from '@portal/contract';
import { Link, Stack, Typography } from '@portal/theme';
import { Link as RouterLink } from 'react-router-dom';
import { ColorModeChoice } from './color-mode-choice';

/** The harness' own bar: which remote this is, its entries of the drawer, and the colour mode. */
export const Strip = ({ title, navigation }: { title: string; navigation: readonly NavigationEntry[] }) => (
  <Stack
    component="header"
    direction="row"
    sx={{
      alignItems: 'center',
      flexWrap: 'wrap',
      gap: 2,
      px: 2,
      py: 1,
      borderBlockEnd: 1,
      borderColor: 'divider',
    }}
  >
    <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
    <Stack component="nav" direction="row" sx={{ flexGrow: 1, flexWrap: 'wrap', gap: 2 }}>
      {navigation.map(({ label, path }) => (
        <Link key={path} component={RouterLink} to={path}>
          {label}
        </Link>
      ))}
    </Stack>
    <ColorModeChoice />
  </Stack>
);
