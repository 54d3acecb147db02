export { useBrand } from './brand';
export * from './components';
export { createPortalTheme } from './create-portal-theme';
export { Icon } from './icon';
export { PortalThemeProvider } from './portal-theme-provider';
export { StateMessage } from './state-message';
