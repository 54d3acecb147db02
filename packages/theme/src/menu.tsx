import MuiMenu, { type MenuProps as MuiMenuProps } from '@mui/material/Menu';
import { useState } from 'react';
import { useDirection, useSurface } from './surface';
import { useOutsidePress } from './use-outside-press';

interface MenuProps extends Omit<MuiMenuProps, 'anchorEl' | 'open' | 'onClose'> {
  /** What it opens at; closed without. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** MUI places a menu as if its root began where the window does, which another page does not grant. */
const anchorIn = (root: HTMLElement | null, anchor: HTMLElement) => ({
  nodeType: 1 as const,
  getBoundingClientRect: () => {
    const rect = anchor.getBoundingClientRect();
    const origin = root?.getBoundingClientRect();
    return new DOMRect(rect.x - (origin?.x ?? 0), rect.y - (origin?.y ?? 0), rect.width, rect.height);
  },
});

/** A menu beneath a button at the end of its line. */
export const Menu = ({ anchor, onClose, ...menu }: MenuProps) => {
  const { host } = useSurface();
  const end = useDirection() === 'rtl' ? 'left' : 'right';
  const [root, setRoot] = useState<HTMLElement | null>(null);
  useOutsidePress(anchor !== null, onClose);
  return (
    <MuiMenu
      ref={setRoot}
      open={anchor !== null}
      onClose={onClose}
      anchorEl={anchor && (host ? anchorIn(root, anchor) : anchor)}
      anchorOrigin={{ vertical: 'bottom', horizontal: end }}
      transformOrigin={{ vertical: 'top', horizontal: end }}
      // The window's edge is no concern of a menu that stays in an element.
      {...(host && { marginThreshold: null })}
      {...menu}
    />
  );
};
