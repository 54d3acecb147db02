import type { ReleaseFile } from '@portal/contract';
import { lostFile } from './lost-file';
import { within } from './within';

/** How long an entry or a style may take, in milliseconds. */
const LIMIT = 10_000;

/** What files need of the page that they are loaded into. */
export interface LoadTarget {
  /** Of its policy. */
  nonce: string;
  /** Where styles are in force. */
  styles: HTMLElement;
}

/** A link to a file, which nothing is loaded for until it stands in the page. @param nonce of the page's policy */
export const linkTo = (rel: 'stylesheet' | 'modulepreload', url: string, nonce: string): HTMLLinkElement => {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = url;
  link.nonce = nonce;
  return link;
};

type FileElement = HTMLScriptElement | HTMLLinkElement;

/**
 * Whether the page takes a file: the browser compares it with its integrity (W3C SRI), and can do so for any origin
 * only if it asks by CORS.
 * @throws LoadFailure when that is not known in time
 */
export const arrives = (
  element: FileElement,
  { url, integrity }: ReleaseFile,
  place: HTMLElement = document.head,
): Promise<boolean> => {
  element.crossOrigin = 'anonymous';
  element.integrity = integrity;
  const arrived = new Promise<boolean>((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
  });
  place.append(element);
  return within(LIMIT, url, arrived);
};

/**
 * Has the page load a script, a module or a style, which counts only if it is what was published.
 * @param file its integrity is empty for a file of a developer's own machine only
 * @param reason the cause when it does not arrive
 * @param place where the element goes
 * @throws LoadFailure, once the element is out of the page again
 */
export const insertFile = async (
  element: FileElement,
  file: ReleaseFile,
  reason: 'entry' | 'style',
  place?: HTMLElement,
): Promise<void> => {
  try {
    if (!(await arrives(element, file, place))) throw await lostFile(reason, file);
  } catch (failure) {
    element.remove();
    throw failure;
  }
};
