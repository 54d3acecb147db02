import {
  Icon,
  IconButton,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Tooltip,
  useDirection,
} from '@portal/theme';
import { useState } from 'react';
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
}

/** A button of the top bar that opens a menu with one choice out of several. */
export const ChoiceMenu = <Value extends string>({
  title,
  label,
  icon,
  choices,
  chosen,
  onChoose,
}: ChoiceMenuProps<Value>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const end = useDirection() === 'rtl' ? 'left' : 'right';

  return (
    <>
      <Tooltip describeChild title={!anchor && <span>{title}</span>}>
        <IconButton
          color="inherit"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={icon} />
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
