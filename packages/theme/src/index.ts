export { Ask } from './ask';
export * from './components';
export { useContainerUp } from './container-breakpoints';
export { colorSchemes } from './color-schemes';
export { createPortalTheme, type PageLook } from './create-portal-theme';
export { FULL_HEIGHT } from './embedded-root';
export { BELOW_TOP_BAR, TOP_BAR_PX } from './heights';
export { Icon } from './icon';
export { OutcomeAlert, type Outcome } from './outcome-alert';
export { loadProgress } from './parts';
export { PortalThemeProvider, useBrand, useLocale } from './portal-theme-provider';
export { QueryView } from './query-view';
export { ScreenHeading, ScreenStatusProvider } from './screen-heading';
export { StateMessage } from './state-message';
export {
  embeddedSurface,
  pageSurface,
  useDirection,
  useSurface,
  WINDOW_HEIGHT,
  type Surface,
} from './surface';
export { Waiting } from './waiting';
