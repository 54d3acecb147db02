import type { NavigationEntry } from '@portal/contract';
import { Link, Stack, ToggleButton, ToggleButtonGroup, Typography, useColorScheme } from '@portal/theme';
import { Link as RouterLink } from 'react-router';

const MODES = ['light', 'dark', 'system'] as const;

const bar = {
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 2,
  px: 2,
  py: 1,
  borderBlockEnd: 1,
  borderColor: 'divider',
} as const;

/** The harness's own bar: the remote's title, its drawer entries, and the color mode. */
export const Toolbar = ({ title, navigation }: { title: string; navigation: readonly NavigationEntry[] }) => (
  <Stack component="header" direction="row" sx={bar}>
    <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
    <Stack component="nav" direction="row" sx={{ flexGrow: 1, flexWrap: 'wrap', gap: 2 }}>
      {navigation.map(({ label, path }) => (
        <Link key={path} component={RouterLink} to={path}>
          {label}
        </Link>
      ))}
    </Stack>
    <ColorModeToggle />
  </Stack>
);

/** Chooses one of the color modes of specification section 4. */
const ColorModeToggle = () => {
  const { mode, setMode } = useColorScheme();
  return (
    <ToggleButtonGroup exclusive size="small" aria-label="Color mode" value={mode}>
      {MODES.map((value) => (
        <ToggleButton key={value} value={value} onClick={() => setMode(value)}>
          {value}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
