import { HOST_URL } from './addresses';

/** How a portal writes its screens into the address of the page around it. */
export type Routing = 'browser' | 'hash' | 'memory';

/** The address of a page of the company. */
export const hostUrl = (name: string, path = '/account', origin = HOST_URL): string =>
  `${origin}/${name}${path}`;

/** The address at which a page of the company shows a screen of the portal. */
export const screenUrl = (name: string, routing: Routing, screen: string, origin = HOST_URL): string => {
  if (routing === 'browser') return hostUrl(name, `/account${screen}`, origin);
  return hostUrl(name, routing === 'hash' ? `/account#${screen}` : '/account', origin);
};
