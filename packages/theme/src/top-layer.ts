/** Shows a popover above everything else in the page; a browser that knows no popovers leaves it where it is. */
const show = (popover: HTMLElement | null): void => {
  if (popover && 'showPopover' in popover) popover.showPopover();
};

/**
 * Has MUI's Popover, and thus every menu and select, shown in the browser's top layer. MUI counts from the corner of
 * the window; what is fixed counts from there in the top layer alone, whatever transforms, contains or cuts off the
 * elements around it. It stays a child of the portal, with its styles and its events.
 */
export const inTopLayer = { root: { popover: 'manual', ref: show } } as const;

/** What a popover is for MUI; browsers make a box of it, as large as its content, in the middle of the window. */
export const TOP_LAYER = {
  display: 'block',
  width: 'auto',
  height: 'auto',
  margin: 0,
  padding: 0,
  border: 0,
  overflow: 'visible',
  color: 'inherit',
  background: 'none',
} as const;
