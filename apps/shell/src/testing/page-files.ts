import { waitFor } from '@testing-library/react';

type PageFile = HTMLScriptElement | HTMLLinkElement;

const find = (url: string): PageFile | undefined =>
  [...document.head.querySelectorAll<PageFile>('script[src], link[rel=stylesheet]')].find(
    (element) => ('src' in element ? element.src : element.href) === new URL(url, location.href).href,
  );

/** The script or style that the page asks for; jsdom itself asks for none. */
export const pageFile = (url: string): Promise<PageFile> =>
  waitFor(() => {
    const element = find(url);
    if (!element) throw new Error(`The page does not ask for ${url}.`);
    return element;
  });

/** Whether the page has asked for it, and keeps it. */
export const isInPage = (url: string): boolean => find(url) !== undefined;

/** A script or style arrives, or does not. */
export const answer = async (url: string, event: 'load' | 'error'): Promise<void> =>
  void (await pageFile(url)).dispatchEvent(new Event(event));
