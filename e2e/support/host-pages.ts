import { NONCE } from './documents';
import { HOSTILE_HOSTS } from './hostile-hosts';
import type { Routing } from './addresses';

/** A page of a company's site: the options in which these pages differ. */
export interface HostPage {
  /** How the address names the portal's screens. */
  routing?: Routing;
  /** Style sheets in addition to the site's own: a file of `hosts/styles`, or of a package. */
  styles?: readonly string[];
  /** Rules of the page itself. */
  css?: string;
  /** Classic scripts that run before everything else: files of packages. */
  libraries?: readonly string[];
  /** An inline script, after the libraries. */
  inline?: string;
  /** The site's own module, which renders the whole page. */
  script?: string;
  /** The site's module also loads `embed.js`, with a component of `@portal/embed`. */
  hasWrapper?: boolean;
  /** The page's Content-Security-Policy, as `docs/embedding.md` documents it, with the nonce of the page's scripts. */
  policy?: (portalUrl: string) => string;
  /** Expected messages on the console about this policy and the portal. */
  expectedConsole?: RegExp;
  /** Headers of the answer. */
  headers?: Readonly<Record<string, string>>;
  /** The page is XML. */
  isXml?: boolean;
  /** Without a doctype: the browser's quirks mode. */
  isQuirky?: boolean;
  /** In the head. */
  head?: string;
  /** Attributes of `body`. */
  body?: string;
  /** The language of the page; English by default. */
  lang?: string;
  /** More attributes of the single portal. */
  attributes?: string;
  /** Replaces the single portal. */
  portals?: (base: string, portalUrl: string) => string;
  /** Wraps the portal in other markup. */
  around?: (portal: string) => string;
  /** Replaces the portal by a frame with another page of the site: by its path, or with its HTML. */
  frame?: (path: string, page: () => string) => string;
  /** The origin of the page. */
  origin?: string;
  /** The customer's preferences for every page. */
  media?: { forcedColors?: 'active'; contrast?: 'more'; reducedMotion?: 'reduce' };
  /** A folder of `hosts/dist` with a whole site that its library builds itself. */
  built?: string;
  /** The site has a welcome page at its address, and a library follows links between the two. */
  hasWelcome?: boolean;
}

/** Places the portal at the same position whatever the page's styles are. */
const PLACE = Object.entries({
  display: 'block',
  position: 'absolute',
  inset: '300px auto auto 0',
  width: '1000px',
  'max-width': 'none',
  height: '1200px',
  margin: '0',
  padding: '0',
  border: '0',
  float: 'none',
  opacity: '1',
  transition: 'none',
})
  .map(([property, value]) => `${property}: ${value} !important`)
  .join('; ');

const customerPortal = (base: string, routing: Routing = 'browser', attributes = '') =>
  `<customer-portal base="${base}" routing="${routing}" ${attributes}></customer-portal>`;

/** The content of a company's page around the portal: one element of each kind. */
const ownContent = (home: string) => `
  <header>
    <p><a href="${home}/">Example Heating</a></p>
    <nav aria-label="Site"><ul><li><a href="${home}/account">My account</a></li></ul></nav>
    <details class="services"><summary>Services</summary><ul><li>Boilers</li></ul></details>
  </header>
  <section aria-label="Offer">
    <h1>Your heating, in good hands</h1>
    <p>Call <strong>us</strong> or <em>write</em>.</p>
    <form><label>Postcode <input name="postcode" /></label> <button type="button">Search</button></form>
    <table><tr><th>Monday</th><td>8 to 17</td></tr></table>
    <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="10" /></svg>
  </section>`;

const sheet = (file: string) =>
  `<link rel="stylesheet" href="${file.includes('/') ? '/packages' : '/files'}/${file}" />`;

/** Pages of the company's site, by name; `hostile-hosts.ts` has more. */
const HOST_PAGES: Readonly<Record<string, HostPage>> = {
  plain: {},
  hash: { routing: 'hash' },
  memory: { routing: 'memory' },
  moved: { styles: ['moved.css'] },
  'react-17': { script: 'react-17.js', hasWrapper: true },
  'react-19': { script: 'react-19.js', hasWrapper: true },
  german: { lang: 'de-AT' },
  'own-look': { styles: ['own-look.css'], attributes: 'appearance="host"' },
  'far-down': { styles: ['far-down.css'], attributes: 'loading="lazy"' },
  'by-state': { script: 'by-state.js' },
  fallback: {
    portals: (base) => `<customer-portal base="${base}"><p>Ring 555-0100</p></customer-portal>`,
  },
  ...HOSTILE_HOSTS,
};

export const isHostName = (name: string): boolean => Object.hasOwn(HOST_PAGES, name);

/** The file of a site that is built as a whole, or undefined. Its account page answers all addresses below. */
export const builtFile = (name: string, path: string): string | undefined => {
  const folder = HOST_PAGES[name]?.built;
  if (!folder) return undefined;
  if (path.includes('.')) return `${folder}/${path}`;
  return `${folder}/${path.startsWith('account') ? 'account' : 'index'}.html`;
};

const script = (src: string, attributes = '') =>
  `<script src="${src}" nonce="${NONCE}" ${attributes}></script>`;

/** The scripts of a page. */
const scriptsOf = (
  { libraries = [], inline, script: site, hasWrapper, attributes }: HostPage,
  portalUrl: string,
) => [
  ...libraries.map((file) => script(`/packages/${file}`)),
  ...(inline ? [`<script nonce="${NONCE}">${inline}</script>`] : []),
  // Unlike an `async` script, a `defer` script waits for the styles before it.
  ...(hasWrapper ? [] : [script(`${portalUrl}/embed.js`, attributes ? 'defer="defer"' : 'async="async"')]),
  ...(site ? [script(`/files/${site}`, 'type="module"')] : []),
];

const escapeAttribute = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The main content of a page. */
const mainOf = (
  page: HostPage,
  { home, base, portalUrl }: Record<'home' | 'base' | 'portalUrl', string>,
): string => {
  const { portals, frame, around = (portal) => portal, routing, attributes } = page;
  if (frame) {
    const inside = () => escapeAttribute(renderHostPage('memory', portalUrl).body);
    return frame(base.slice(home.length), inside);
  }
  return around(portals?.(base, portalUrl) ?? customerPortal(base, routing, attributes));
};

/**
 * Renders the HTML of a page, and its headers.
 * @param name the first segment of the page's address
 * @param portalUrl the portal's URL
 * @param path the rest of the address
 */
export const renderHostPage = (
  name: string,
  portalUrl: string,
  path = '/account',
): { body: string; headers: Record<string, string> } => {
  const page = HOST_PAGES[name] ?? {};
  const home = `/${name}`;
  const isWelcome = page.hasWelcome && !path.startsWith('/account');
  const main = isWelcome ? '<h1>Welcome</h1>' : mainOf(page, { home, base: `${home}/account`, portalUrl });
  const own = `${ownContent(home)}<main id="content">${main}</main>`;
  const body = `${page.isQuirky ? '' : '<!DOCTYPE html>'}
<html lang="${page.lang ?? 'en'}" xmlns="http://www.w3.org/1999/xhtml">
<head>
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Example Heating</title>
  <link rel="icon" href="data:," />
  <style nonce="${NONCE}">main { ${PLACE} } ${page.css ?? ''}</style>
  ${['plain.css', ...(page.styles ?? [])].map(sheet).join('\n  ')}
  ${scriptsOf(page, portalUrl).join('\n  ')}
  ${page.head ?? ''}
</head>
<body ${page.body ?? ''}>${page.script ? `<div id="site" data-portal-url="${portalUrl}" data-home="${home}"></div>` : own}</body>
</html>`;
  const policy = page.policy?.(portalUrl);
  const headers = {
    'content-type': page.isXml ? 'application/xhtml+xml' : 'text/html; charset=utf-8',
    ...(policy && { 'content-security-policy': policy }),
    ...page.headers,
  };
  return { body, headers };
};
