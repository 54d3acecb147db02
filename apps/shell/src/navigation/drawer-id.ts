/** The element id by which the menu button names the drawer that it opens and closes. */
export const DRAWER_ID = 'portal-navigation';
