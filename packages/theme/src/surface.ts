import { useTheme } from '@mui/material/styles';
import { directionOf } from '@portal/contract';
import { createContext, use } from 'react';

/** The name of the CSS container that the portal's layout measures. */
export const CONTAINER = 'portal';

/** The class of the box inside the shadow root of an embedded portal. */
export const EMBEDDED_ROOT = 'portal-root';

/** The place where the portal renders: a page of its own, or an element of another page. */
export interface Surface {
  /** The box that the portal fills. Its width, not the window's, decides between narrow and wide. */
  box: HTMLElement;
  /** The element to render into. Open dialogs cover all of it. */
  content: HTMLElement;
  /** The parent of open menus: beside `content`, so that it stays above open dialogs, and with the same styles. */
  popovers: HTMLElement;
  /** The parent of style elements. */
  styles: HTMLElement;
  /** The nonce that style elements need; only inside a PortalThemeProvider. */
  nonce?: string | undefined;
  /** The shadow host, an element of the embedding page; null in a page of the portal's own. */
  host: HTMLElement | null;
}

/** The height of the window in the portal's lengths: CSS `zoom` of the page multiplies every length, even `dvh`. */
export const WINDOW_HEIGHT = 'calc(100dvh / var(--portal-zoom, 1))';

/** Sets `--portal-zoom` to the zoom of the page. Call it again later: browsers report no change. */
export const measureZoom = (element: HTMLElement): void => {
  const box = element.closest<HTMLElement>(`.${EMBEDDED_ROOT}`);
  // Browsers without `currentCSSZoom` measure elements in zoomed lengths.
  box?.style.setProperty('--portal-zoom', String(box.currentCSSZoom ?? 1));
};

/** Sets `lang` and `dir` of an element. */
export const setLanguage = (element: HTMLElement, language: string): void => {
  element.lang = language;
  element.dir = directionOf(language);
};

/** Creates the surface of a page of the portal's own, which fills `box`. */
export const pageSurface = (box: HTMLElement): Surface => {
  box.style.containerName = CONTAINER;
  box.style.containerType = 'inline-size';
  return { box, content: box, popovers: document.body, styles: document.head, host: null };
};

/** Creates the surface of an element in another page, in place of the children of `container`. */
export const embeddedSurface = (host: HTMLElement, container: HTMLElement): Surface => {
  const styles = document.createElement('div');
  const box = document.createElement('div');
  const content = document.createElement('div');
  const popovers = document.createElement('div');
  box.className = EMBEDDED_ROOT;
  box.setAttribute('part', 'frame');
  // Don't inherit the embedding page's `lang` and `dir`; `all: initial` resets neither.
  setLanguage(box, 'en');
  box.append(content, popovers);
  container.replaceChildren(styles, box);
  return { box, content, popovers, styles, host };
};

export const SurfaceContext = createContext<Surface | undefined>(undefined);

/** The portal's surface. @throws outside of a PortalThemeProvider */
export const useSurface = (): Surface => {
  const surface = use(SurfaceContext);
  if (!surface) throw new Error('useSurface must be called inside a PortalThemeProvider.');
  return surface;
};

/** The writing direction of the portal. */
export const useDirection = (): 'ltr' | 'rtl' => useTheme().direction;
