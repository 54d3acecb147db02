/** Widths of the drawer in px (specification section 9). */
export const DRAWER_WIDTH = { open: 240, collapsed: 80 };
