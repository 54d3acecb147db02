import { waitFor } from '@testing-library/react';

type PageFile = HTMLScriptElement | HTMLLinkElement;

const find = (url: string): PageFile | undefined =>
  [...document.head.querySelectorAll<PageFile>('script[src], link[rel=stylesheet]')].find(
    (element) => ('src' in element ? element.src : element.href) === new URL(url, location.href).href,
  );

/** Waits for the element of a script or stylesheet. jsdom loads neither. */
export const pageFile = (url: string): Promise<PageFile> =>
  waitFor(() => {
    const element = find(url);
    if (!element) throw new Error(`The page does not ask for ${url}.`);
    return element;
  });

/** Whether the page has an element for this URL. */
export const isInPage = (url: string): boolean => find(url) !== undefined;

/** Lets a script or stylesheet arrive, or fail. */
export const settleFile = async (url: string, event: 'load' | 'error'): Promise<void> =>
  void (await pageFile(url)).dispatchEvent(new Event(event));
