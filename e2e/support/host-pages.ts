import { documentedPolicy } from './documented-policy';
import type { Routing } from './host-address';

/** A page of a company's site: the options in which these pages differ. */
interface HostPage {
  /** How the address names the portal's screens. */
  routing?: Routing;
  /** Style sheets in addition to the site's own. */
  styles?: readonly string[];
  /** The site's own module, which renders the whole page. */
  script?: string;
  /** The page's Content-Security-Policy, as `docs/embedding.md` documents it, with the nonce of the page's scripts. */
  policy?: (portalUrl: string) => string;
  /** Replaces the single portal. */
  portals?: (base: string) => string;
}

const NONCE = 'bm90IGEgc2VjcmV0';

/**
 * A strict policy: it allows the page's own content and style sheets, and the sources that `docs/embedding.md` lists.
 * @param scripts replaces the documented `script-src`
 */
const strictPolicy = (portalUrl: string, scripts?: string): string => {
  const needed = documentedPolicy(new URL(portalUrl).origin, NONCE);
  if (scripts) needed.set('script-src', scripts);
  needed.set('style-src', `'self' ${needed.get('style-src')}`);
  return [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    ...[...needed].map(([name, sources]) => `${name} ${sources}`),
  ].join('; ');
};

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

const customerPortal = (base: string, routing: Routing = 'browser') =>
  `<customer-portal base="${base}" routing="${routing}"></customer-portal>`;

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
    <form><label>Postcode <input name="postcode"></label> <button type="button">Search</button></form>
    <table><tr><th>Monday</th><td>8 to 17</td></tr></table>
    <svg width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="10" /></svg>
  </section>`;

const sheet = (file: string) => `<link rel="stylesheet" href="/files/${file}">`;

/** All pages of the company's site, by name. */
const HOST_PAGES = {
  plain: {},
  hash: { routing: 'hash' },
  memory: { routing: 'memory' },
  unset: { styles: ['unset.css'] },
  bootstrap: { styles: ['bootstrap.css'] },
  tailwind: { styles: ['tailwind.css'] },
  company: { styles: ['company.css'] },
  'right-to-left': { styles: ['right-to-left.css'] },
  moved: { styles: ['moved.css'] },
  'react-17': { script: 'react-17.js' },
  vue: { script: 'vue.js' },
  'by-state': { script: 'by-state.js' },
  fallback: {
    portals: (base) => `<customer-portal base="${base}"><p>Ring 555-0100</p></customer-portal>`,
  },
  strict: { policy: (portalUrl) => strictPolicy(portalUrl) },
  'strict-dynamic': {
    policy: (portalUrl) => strictPolicy(portalUrl, `'nonce-${NONCE}' 'strict-dynamic'`),
  },
  twice: {
    portals: (base) => customerPortal(base) + customerPortal(`${base}-2`, 'memory'),
  },
} satisfies Record<string, HostPage>;

export type HostName = keyof typeof HOST_PAGES;

export const isHostName = (name: string): name is HostName => name in HOST_PAGES;

/**
 * Renders the HTML of a page, and its policy if it has one.
 * @param name the first segment of the page's address
 * @param portalUrl the portal's URL
 */
export const renderHostPage = (name: HostName, portalUrl: string) => {
  const page: HostPage = HOST_PAGES[name];
  const home = `/${name}`;
  const base = `${home}/account`;
  const portal = page.portals?.(base) ?? customerPortal(base, page.routing);
  const own = `${ownContent(home)}<main>${portal}</main>`;
  const body = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Example Heating</title>
  <link rel="icon" href="data:,">
  <style nonce="${NONCE}">main { ${PLACE} }</style>
  ${['plain.css', ...(page.styles ?? [])].map(sheet).join('\n  ')}
  <script src="${portalUrl}/embed.js" nonce="${NONCE}" async></script>
  ${page.script ? `<script type="module" src="/files/${page.script}" nonce="${NONCE}"></script>` : ''}
</head>
<body>${page.script ? `<div id="site" data-portal-url="${portalUrl}" data-home="${home}"></div>` : own}</body>
</html>`;
  return { body, policy: page.policy?.(portalUrl) };
};
