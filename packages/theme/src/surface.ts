import { createContext, use } from 'react';
import { CONTAINER } from './container-breakpoints';
import { EMBEDDED_ROOT } from './embedded-root';

/** What the portal is drawn on: a page of its own, or an element of somebody else's. */
export interface Surface {
  /** What the portal fills. Its width, not the window's, decides between narrow and wide. */
  box: HTMLElement;
  /** What is rendered into; all of it is behind an open dialog. */
  content: HTMLElement;
  /** Where open menus and lists stand: beside the content, also that of an open dialog, and with its styles. */
  popovers: HTMLElement;
  /** Where styles go. */
  styles: HTMLElement;
  /** The element of the page around it, whose shadow root holds all this; null in a page of its own. */
  host: HTMLElement | null;
}

/** A page that is the portal's own, which it fills from `box` on. */
export const pageSurface = (box: HTMLElement): Surface => {
  box.style.containerName = CONTAINER;
  box.style.containerType = 'inline-size';
  return { box, content: box, popovers: document.body, styles: document.head, host: null };
};

/**
 * An element of somebody else's page.
 * @param container an element of its shadow root, which is filled from now on
 */
export const embeddedSurface = (host: HTMLElement, container: HTMLElement): Surface => {
  const styles = document.createElement('div');
  const box = document.createElement('div');
  const content = document.createElement('div');
  const popovers = document.createElement('div');
  box.className = EMBEDDED_ROOT;
  // Neither is what the page around it may be in, and `all` resets neither.
  box.lang = 'en';
  box.dir = 'ltr';
  box.append(content, popovers);
  container.replaceChildren(styles, box);
  return { box, content, popovers, styles, host };
};

const SurfaceContext = createContext<Surface | undefined>(undefined);

export const SurfaceProvider = SurfaceContext.Provider;

/** Which way the portal is read. */
export const useDirection = (): 'ltr' | 'rtl' =>
  useSurface().box.closest<HTMLElement>('[dir]')?.dir === 'rtl' ? 'rtl' : 'ltr';

/** Where the portal is drawn. */
export const useSurface = (): Surface => {
  const surface = use(SurfaceContext);
  if (!surface) throw new Error('useSurface is for what stands in a PortalThemeProvider.');
  return surface;
};
