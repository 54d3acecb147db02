import { createTheme, type Breakpoint, type Breakpoints } from '@mui/material/styles';

/** The name of the container that the portal's layout measures. */
export const CONTAINER = 'portal';

const MEDIA = createTheme().breakpoints;

const query = (media: string): string => media.replace('@media', `@container ${CONTAINER}`);

/**
 * MUI's breakpoints, of the box that the portal fills instead of the window, so that a portal in a column of another
 * page is laid out for that column. In a page of its own the two are the same.
 */
export const containerBreakpoints: Partial<Breakpoints> = {
  up: (key) => query(MEDIA.up(key)),
  down: (key) => query(MEDIA.down(key)),
  between: (start, end) => query(MEDIA.between(start, end)),
  only: (key) => query(MEDIA.only(key)),
  not: (key) => `@container ${CONTAINER} not ${MEDIA.only(key).replace('@media ', '')}`,
  internal_mediaKeys: MEDIA.keys.map((key: Breakpoint) => query(MEDIA.up(key))),
};
