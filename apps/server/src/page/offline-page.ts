import { createHash } from 'node:crypto';
import {
  directionOf,
  FIRST_PAINT,
  keptOrdersKey,
  readableColor,
  readableOn,
  SCHEME_SURFACES,
  type Brand,
} from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import { COLOR_SCHEME_SCRIPT, firstPaintStyle, inDark } from './first-paint';
import { escapeHtml, jsonForHtml } from './html';

const { light, dark } = FIRST_PAINT;

/** As the portal's screens. Without a network, no style sheet of the theme is there. */
const styleOf = (brand: Brand): string => {
  const inLight = readableColor(brand.primaryColor, 'light');
  const inDarkScheme = readableColor(brand.primaryColor, 'dark');
  const radius = brand.radius ?? 10;
  return `${firstPaintStyle(brand)}
:root { --text: #1a2027; --quiet: ${light.text}; --paper: #fff; --line: #dde1e7; --main: ${inLight}; --on-main: ${readableOn(inLight)}; }
${inDark} { --text: #e8ecf1; --quiet: ${dark.text}; --paper: ${SCHEME_SURFACES.dark}; --line: #303842; --main: ${inDarkScheme}; --on-main: ${readableOn(inDarkScheme)}; }
body { color: var(--text); font: 400 1rem/1.5 ${brand.font ?? FIRST_PAINT.font}; overflow-wrap: anywhere; -webkit-font-smoothing: antialiased; }
header { padding: 1.2rem 1.5rem; background: var(--main); color: var(--on-main); font-weight: 650; }
${inDark} header { background: var(--paper); color: var(--text); }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .25rem; }
p { margin: 0 0 .5rem; }
.quiet { display: block; color: var(--quiet); font-size: .875rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1.25rem; }
.buttons a { display: flex; align-items: center; min-height: 44px; padding: 0 1rem; border: 1px solid var(--main); border-radius: ${radius}px; color: var(--main); font-weight: 600; text-decoration: none; }
.buttons a:first-child { background: var(--main); color: var(--on-main); }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
:is(details, article) { margin-top: .75rem; padding: .75rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: ${radius}px; }
summary { cursor: pointer; min-height: 44px; }
section div { margin-top: .75rem; padding-top: .75rem; border-top: 1px solid var(--line); white-space: pre-line; }
`;
};

/** The texts that only the page's script shows. */
const textsIn = (i18n: I18n) => ({
  unreachable: i18n.t('The portal cannot be reached.'),
  orders: i18n.t('Your recent orders'),
  updated: i18n.t('Updated {time}.', { time: '{time}' }),
});

/** Shows the orders that the customer chose to keep, as text, and loads the page again once the network is back. */
const script = (basePath: string, i18n: I18n): string => `(() => {
  const texts = ${jsonForHtml(textsIn(i18n))};
  addEventListener('online', () => location.reload());
  // Keeps the fragment, which has the code of a mail's link.
  document.querySelector('.buttons a').addEventListener('click', (event) => {
    event.preventDefault();
    location.reload();
  });
  if (navigator.onLine) {
    document.querySelector('h1').textContent = texts.unreachable;
    document.querySelector('main p').remove();
  }
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(${jsonForHtml(keptOrdersKey(basePath))}));
  } catch {}
  if (!kept || kept.orders.length === 0) return;
  const time = (iso) => {
    const style = iso.length > 10 ? { timeStyle: 'short' } : { timeZone: 'UTC' };
    return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', ...style }).format(new Date(iso));
  };
  const add = (parent, name, text = '') => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const addFacts = (parent, name, values) => {
    const line = add(parent, name);
    line.className = 'quiet';
    // Isolated, because they may be written in the other direction.
    for (const value of values.filter(Boolean)) line.append(line.firstChild ? ' · ' : '', add(line, 'bdi', value));
  };
  const place = document.querySelector('section');
  add(place, 'h2', texts.orders);
  add(place, 'p', texts.updated.replace('{time}', () => time(kept.updatedAt))).className = 'quiet';
  for (const { number, description, status, modified, events } of kept.orders) {
    const card = add(place, events ? 'details' : 'article');
    const head = events ? add(card, 'summary') : card;
    add(head, 'strong', description || number);
    addFacts(head, 'span', [number, status, modified && time(modified)]);
    card.open = location.pathname.endsWith('/service-order/' + encodeURIComponent(number));
    for (const { summary, author, at, status, text } of events || []) {
      const entry = add(card, 'div');
      if (summary) add(entry, 'strong', summary);
      addFacts(entry, 'p', [author, at && time(at), status]);
      if (text) add(entry, 'p', text);
    }
  }
})();`;

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page that the portal's service worker shows when the server cannot be reached: it can load nothing else. */
export const offlinePage = (brand: Brand, basePath: string, i18n: I18n) => {
  const [style, show] = [styleOf(brand), script(basePath, i18n)];
  const title = i18n.t('{brand} Customer Dashboard', { brand: brand.name });
  const phone = brand.support?.phone;
  const call = phone
    ? `<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${escapeHtml(i18n.t('Call {phone}', { phone }))}</a>`
    : '';
  return {
    html: `<!doctype html>
<html lang="${i18n.language}" dir="${directionOf(i18n.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<script>${COLOR_SCHEME_SCRIPT}</script>
<style>${style}</style>
</head>
<body>
<header>${escapeHtml(title)}</header>
<main>
<h1>${escapeHtml(i18n.t('You are offline.'))}</h1>
<p>${escapeHtml(i18n.t('Check your connection. This page loads again by itself when you are back online.'))}</p>
<div class="buttons"><a href="">${escapeHtml(i18n.t('Try again'))}</a>${call}</div>
<section></section>
</main>
<script>${show}</script>
</body>
</html>
`,
    policy: [
      `default-src 'none'`,
      `script-src ${source(COLOR_SCHEME_SCRIPT)} ${source(show)}`,
      `style-src ${source(style)}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
      `trusted-types 'none'`,
    ].join('; '),
  };
};
