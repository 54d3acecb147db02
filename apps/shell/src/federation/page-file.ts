import type { ReleaseFile } from '@portal/contract';
import { lostFile } from './lost-file';
import { within } from './within';

/** How long an entry or a style may take, in milliseconds. */
const LIMIT = 10_000;

/** What files need of the page that they are loaded into. */
export interface PageOfFiles {
  /** Of its policy. */
  nonce: string;
  /** Where styles are in force. */
  styles: HTMLElement;
}

/**
 * Has the page load a script or a style, which runs only if it is what was published: the browser compares it
 * with its integrity (W3C SRI), and can do so for any origin only if it asks by CORS.
 * @param file its integrity is empty for a file of a developer's own machine only
 * @param why the cause when it does not arrive
 * @param place where the element goes
 * @throws LoadFailure, once the element is out of the page again
 */
export const insertFile = async (
  element: HTMLScriptElement | HTMLLinkElement,
  file: ReleaseFile,
  why: 'entry' | 'style',
  place: HTMLElement = document.head,
): Promise<void> => {
  element.crossOrigin = 'anonymous';
  element.integrity = file.integrity;
  const arrived = new Promise<boolean>((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
  });
  place.append(element);
  try {
    if (!(await within(LIMIT, file.url, arrived))) throw await lostFile(why, file);
  } catch (failure) {
    element.remove();
    throw failure;
  }
};
