import { mdiMonitor, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js';
import {
  Icon,
  IconButton,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Tooltip,
  useColorScheme,
  useDirection,
} from '@portal/theme';
import { useState } from 'react';
import { Overlay } from './overlay';

const MODES = [
  { mode: 'light', label: 'Light', icon: mdiWhiteBalanceSunny },
  { mode: 'dark', label: 'Dark', icon: mdiWeatherNight },
  { mode: 'system', label: 'System', icon: mdiMonitor },
] as const;

/** The choice between light, dark and system. The browser remembers it. */
export const ColorModeMenu = () => {
  const { mode = 'system', setMode } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const end = useDirection() === 'rtl' ? 'left' : 'right';
  const chosen = MODES.find((entry) => entry.mode === mode) ?? MODES[2];

  return (
    <>
      <Tooltip title={anchor ? '' : 'Colour mode'}>
        <IconButton
          color="inherit"
          aria-label={`Colour mode: ${chosen.label}`}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ marginInlineEnd: -1.25 }}
        >
          <Icon path={chosen.icon} />
        </IconButton>
      </Tooltip>
      <Overlay open={anchor !== null} close={close}>
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: end }}
          transformOrigin={{ vertical: 'top', horizontal: end }}
          // Keeps the menu in its button's landmark.
          disablePortal
          slotProps={{ list: { 'aria-label': 'Colour mode' } }}
        >
          {MODES.map((entry) => (
            <MenuItem
              key={entry.mode}
              role="menuitemradio"
              aria-checked={entry.mode === mode}
              selected={entry.mode === mode}
              onClick={() => {
                setMode(entry.mode);
                close();
              }}
            >
              <ListItemIcon>
                <Icon path={entry.icon} fontSize="small" />
              </ListItemIcon>
              <ListItemText>{entry.label}</ListItemText>
            </MenuItem>
          ))}
        </Menu>
      </Overlay>
    </>
  );
};
