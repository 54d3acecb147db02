import {
  Icon,
  IconButton,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Tooltip,
  useDirection,
} from '@portal/theme';
import { useState, type MouseEvent } from 'react';
import { Overlay } from './overlay';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Path data of a 24 × 24 icon. */
  icon?: string;
  /** The language of the label, if it is not the page's. */
  lang?: string;
}

interface ChoiceMenuProps<Value extends string> {
  /** The subject of the choice, such as "Color mode". */
  title: string;
  /** The accessible name of the button, which includes the current choice. */
  label: string;
  icon: string;
  choices: readonly Choice<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** Shows the label beside the icon, as a line of the drawer. */
  withWords?: boolean | undefined;
}

/** A button that opens a menu with one choice out of several. */
export const ChoiceMenu = <Value extends string>({
  title,
  label,
  icon,
  choices,
  chosen,
  onChoose,
  withWords = false,
}: ChoiceMenuProps<Value>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const end = useDirection() === 'rtl' ? 'left' : 'right';
  const opener = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const;

  return (
    <>
      {withWords ? (
        <ListItemButton {...opener} sx={{ borderRadius: 1, minHeight: 48, px: 1.5 }}>
          <ListItemIcon sx={{ minWidth: 36 }}>
            <Icon path={icon} />
          </ListItemIcon>
          <ListItemText>{label}</ListItemText>
        </ListItemButton>
      ) : (
        <Tooltip describeChild title={!anchor && <span>{title}</span>}>
          <IconButton {...opener} color="inherit" aria-label={label}>
            <Icon path={icon} />
          </IconButton>
        </Tooltip>
      )}
      <Overlay open={anchor !== null} close={close}>
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          // At the drawer's foot, there is room above only.
          anchorOrigin={{ vertical: withWords ? 'top' : 'bottom', horizontal: end }}
          transformOrigin={{ vertical: withWords ? 'bottom' : 'top', horizontal: end }}
          // Keeps the menu in its button's landmark.
          disablePortal
          slotProps={{ list: { 'aria-label': title } }}
        >
          {choices.map((choice) => (
            <MenuItem
              key={choice.value}
              role="menuitemradio"
              aria-checked={choice.value === chosen}
              selected={choice.value === chosen}
              lang={choice.lang}
              translate={choice.lang ? 'no' : undefined}
              onClick={() => {
                onChoose(choice.value);
                close();
              }}
            >
              {choice.icon && (
                <ListItemIcon>
                  <Icon path={choice.icon} fontSize="small" />
                </ListItemIcon>
              )}
              <ListItemText>{choice.label}</ListItemText>
            </MenuItem>
          ))}
        </Menu>
      </Overlay>
    </>
  );
};
