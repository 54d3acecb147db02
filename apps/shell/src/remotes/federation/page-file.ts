import type { ReleaseFile } from '@portal/contract';
import { diagnoseLoadError, folderOf, withTimeout } from './load-failure';

/** How long an entry or a stylesheet may take. */
const FILE_TIMEOUT_MS = 10_000;

/** The page, or the embedded portal, that a remote is loaded into. */
export interface LoadTarget {
  /** The nonce of the page's policy. */
  nonce: string;
  /** The element that holds the stylesheets. */
  styles: HTMLElement;
}

/** Creates a link, which loads nothing until it is inserted. @param nonce of the page's policy */
export const linkTo = (rel: 'stylesheet' | 'modulepreload', href: string, nonce: string): HTMLLinkElement => {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  link.nonce = nonce;
  return link;
};

/**
 * Loads a script, a module or a stylesheet into the page. The browser checks its integrity (W3C SRI), for other origins
 * only with CORS.
 * @param reason the failure's reason if the file doesn't arrive
 * @throws LoadFailure after removing the element
 */
export const insertFile = async (
  element: HTMLScriptElement | HTMLLinkElement,
  file: ReleaseFile,
  reason: 'entry' | 'style',
  place: HTMLElement = document.head,
): Promise<void> => {
  element.crossOrigin = 'anonymous';
  element.integrity = file.integrity;
  const arrives = new Promise<boolean>((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
  });
  place.append(element);
  try {
    const isThere = await withTimeout(FILE_TIMEOUT_MS, file.url, arrives);
    if (!isThere) throw await diagnoseLoadError(reason, file);
  } catch (failure) {
    element.remove();
    throw failure;
  }
};

/** Inserts the stylesheets of a remote, and waits until all apply. @throws LoadFailure */
export const insertStyles = async (
  files: readonly ReleaseFile[],
  { nonce, styles }: LoadTarget,
): Promise<void> => {
  await Promise.all(
    files.map((file) => insertFile(linkTo('stylesheet', file.url, nonce), file, 'style', styles)),
  );
};

/** Removes the stylesheets in the folder of a version's entry, including those that its build inserted. */
export const removeStyles = (entry: string, { styles }: LoadTarget): void => {
  const folder = folderOf(entry);
  for (const link of styles.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.href.startsWith(folder)) {
      // webpack gives up a late stylesheet by removing it from its parent, so it must do that now.
      link.dispatchEvent(new Event('error'));
      link.remove();
    }
};
