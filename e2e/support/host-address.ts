import { HOST_URL } from './addresses';

/** How an embedded portal writes its route into the page's URL. */
export type Routing = 'browser' | 'hash' | 'memory';

/** The URL of a page of the company's site. */
export const hostUrl = (name: string, path = '/account', origin = HOST_URL): string =>
  `${origin}/${name}${path}`;

/** The URL at which a page of the company's site shows a screen of the portal. */
export const screenUrl = (name: string, routing: Routing, screen: string, origin = HOST_URL): string => {
  if (routing === 'browser') return hostUrl(name, `/account${screen}`, origin);
  return hostUrl(name, routing === 'hash' ? `/account#${screen}` : '/account', origin);
};
