export { useBrand } from './brand';
export * from './components';
export { createPortalTheme } from './create-portal-theme';
export { Icon } from './icon';
export { PortalThemeProvider } from './portal-theme-provider';
export { ScreenHeading } from './screen-heading';
export { StateMessage } from './state-message';
