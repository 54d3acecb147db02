import { HOST_URL, UNLISTED_URL } from './addresses';
import { documentedPolicy, NONCE, strictPolicy } from './documents';
import type { HostPage } from './host-pages';

/** Pages of companies' sites that interfere with the portal. Most of them need one line. */

const framework = (...styles: string[]): HostPage => ({ styles });
const css = (rules: string): HostPage => ({ css: rules });
const around = (before: string, after: string): HostPage => ({
  around: (portal) => before + portal + after,
});
const styled = (style: string) => around(`<div style="${style}">`, '</div>');
const library = (...libraries: string[]): HostPage => ({ libraries });
const headers = (values: Record<string, string>): HostPage => ({ headers: values });

const framed = (attributes: string, site = '/plain'): HostPage => ({
  frame: (path) =>
    `<iframe ${attributes} src="${site}${path}/service-orders" style="width: 1000px; height: 1000px"></iframe>`,
});

const ISOLATED = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const TRUSTED = "require-trusted-types-for 'script'";

/** Sites that navigate without loading a page: the spec goes there and back. */
export const ROUTERS = {
  'angular-cli': { script: 'angular-cli/main.js', hasWrapper: true },
  'react-19': { script: 'react-19.js', hasWrapper: true },
  astro: { built: 'astro' },
  turbo: { libraries: ['@hotwired/turbo/dist/turbo.es2017-umd.js'], hasWelcome: true },
  htmx: { libraries: ['htmx.org/dist/htmx.js'], body: 'hx-boost:inherited="true"', hasWelcome: true },
  swup: {
    libraries: ['swup/dist/Swup.umd.js'],
    // Swup goes back to the address that an entry's state names.
    inline:
      "addEventListener('DOMContentLoaded', () => new Swup({ containers: ['#content'], animationSelector: false })); addEventListener('portal-navigate', () => history.replaceState({ ...history.state, url: location.pathname }, ''))",
    hasWelcome: true,
  },
} satisfies Record<string, HostPage>;

/** Pages that cannot show the portal, with the reason that it gives. */
export const UNSUPPORTED: Readonly<Record<string, HostPage & { says: string | RegExp }>> = {
  'frame-of-no-origin': { ...framed('sandbox="allow-scripts allow-forms"'), says: 'hides which site' },
  'policy-of-own-files': {
    policy: () => `script-src 'self' http://localhost:* 'unsafe-inline'; connect-src 'self'`,
    says: 'security policy',
  },
  'policy-of-other-trusted-types': {
    policy: () => `${TRUSTED}; trusted-types site`,
    says: 'security policy',
  },
  'another-base': {
    portals: () => '<customer-portal base="/nowhere"></customer-portal>',
    says: 'not set up',
  },
  'script-clobbered': { head: '<img name="currentScript" />', says: 'does not name its portal' },
  'script-copied': {
    hasWrapper: true,
    head: '<script src="/files/embed.js" async="async"></script>',
    says: 'wrong address',
  },
  'policy-of-nonces': {
    policy: (portalUrl) => strictPolicy(portalUrl, `'nonce-${NONCE}'`),
    says: 'security policy',
  },
  mootools: { ...library('mootools-core-dist/dist/mootools-core.js'), says: 'does not work in this page' },
  'objects-extended': {
    inline: 'Object.prototype.each = function () {}',
    says: 'does not work in this page',
  },
  'prototypes-frozen': {
    inline:
      'for (const type of [Object, Array, Function, Error, Promise, Map, Set, String]) Object.freeze(type.prototype)',
    says: 'does not work in this page',
  },
};

/** Pages in which a visit works as in a plain page. */
export const VISITED: Readonly<Record<string, HostPage>> = {
  // Style sheets of frameworks and of sites.
  bootstrap: framework('bootstrap/dist/css/bootstrap.css'),
  tailwind: framework('tailwindcss/preflight.css'),
  unset: framework('unset.css'),
  company: framework('company.css'),
  'right-to-left': framework('right-to-left.css'),
  foundation: framework('foundation-sites/dist/css/foundation.css'),
  'semantic-ui': framework('semantic-ui-css/semantic.css'),
  govuk: framework('govuk-frontend/dist/govuk/govuk-frontend.min.css'),
  materialize: framework('materialize-css/dist/css/materialize.css'),
  pico: framework('@picocss/pico/css/pico.css'),
  // Rules of the page.
  'root-of-10-px': css('html { font-size: 62.5%; }'),
  'font-of-nothing': css('body { font-size: 0; line-height: 0; color: transparent; }'),
  'zoom-html': css('html { zoom: 1.25; }'),
  'zoom-wrapper': styled('zoom: 1.25; width: 1000px'),
  'zoom-smaller': css('html { zoom: 0.8; }'),
  'zoom-twice': css('body { zoom: 1.5; } main { zoom: 0.8; }'),
  transform: styled('transform: translate(30px, 50px)'),
  scale: styled('transform: scale(0.9); transform-origin: 0 0'),
  'contain-strict': styled('contain: strict; height: 1100px'),
  container: styled('container: portal / inline-size'),
  'content-visibility': styled('content-visibility: auto; contain-intrinsic-size: 1000px'),
  flex: styled('display: flex; align-items: center'),
  table: styled('display: table; table-layout: fixed; width: 100%'),
  float: styled('float: right; width: 1000px; text-align: right'),
  'scroll-box': styled(
    'overflow: auto; height: 900px; scroll-behavior: smooth; scroll-snap-type: y mandatory',
  ),
  'fixed-box': styled('position: fixed; inset: 300px auto auto 0; width: 1000px; z-index: 5'),
  'vertical-writing': css('main { writing-mode: vertical-rl; text-orientation: upright; }'),
  'text-of-poster': css(
    'body { text-transform: uppercase; letter-spacing: 4px; word-spacing: 9px; text-indent: 40px; text-shadow: 0 0 4px red; white-space: pre; hyphens: auto; font-variant: small-caps; }',
  ),
  'custom-properties': css(
    ':root { --portal-zoom: 3; --portal-full-height: 9999px; --mui-palette-primary-main: red; }',
  ),
  'dark-scheme': css(':root { color-scheme: dark; background: black; color: white; }'),
  'all-animated': css(
    '* { animation: fade 1s infinite; transition: all 2s; } @keyframes fade { to { opacity: 0.5; } }',
  ),
  'element-unset': css('customer-portal { all: unset; display: block; }'),
  'element-inline': css('customer-portal { display: inline-block; width: 100%; vertical-align: middle; }'),
  'frame-contained': css('customer-portal::part(frame) { contain: layout; }'),
  'popovers-restyled': css(
    '[popover] { inset: 40px; width: 50px; background: red; } ::backdrop { background: red; }',
  ),
  // Markup.
  quirks: { isQuirky: true },
  xhtml: { isXml: true },
  'base-other-origin': { head: '<base href="https://assets.example/site/" />' },
  'right-to-left-page': { body: 'dir="rtl"' },
  dialog: {
    ...around('<dialog id="place" style="width: 1000px; max-width: none; padding: 0">', '</dialog>'),
    inline:
      "document.addEventListener('DOMContentLoaded', () => document.querySelector('#place').showModal())",
  },
  popover: {
    ...around(
      '<div id="place" popover="manual" style="inset: 0; width: 1000px; height: 700px; padding: 0">',
      '</div>',
    ),
    inline:
      "document.addEventListener('DOMContentLoaded', () => document.querySelector('#place').showPopover())",
  },
  form: around('<form action="/lost"><fieldset><legend>Account</legend>', '</fieldset></form>'),
  'shadow-root': {
    inline:
      "addEventListener('DOMContentLoaded', () => { const main = document.querySelector('main'); const inner = document.createElement('div'); inner.attachShadow({ mode: 'open' }).append(main.firstElementChild); main.append(inner); })",
  },
  // The customer's preferences for every page.
  'forced-colors': { media: { forcedColors: 'active' } },
  'more-contrast': { media: { contrast: 'more' } },
  'reduced-motion': { media: { reducedMotion: 'reduce' } },
  // Frames.
  'frame-sandboxed': framed('sandbox="allow-scripts allow-same-origin allow-forms"'),
  'frame-credentialless': framed('credentialless="credentialless"'),
  'frame-isolated': { ...framed('', '/coep-require-corp'), ...headers(ISOLATED) },
  'frame-of-other-site': {
    ...framed('', `${HOST_URL}/plain`),
    origin: UNLISTED_URL.replace('127.0.0.1', 'localhost'),
  },
  'frame-srcdoc': {
    frame: (_path, page) => `<iframe srcdoc="${page()}" style="width: 1000px; height: 1000px"></iframe>`,
  },
  // Policies and other headers.
  strict: { policy: (portalUrl) => strictPolicy(portalUrl) },
  'strict-dynamic': { policy: (portalUrl) => strictPolicy(portalUrl, `'nonce-${NONCE}' 'strict-dynamic'`) },
  'coep-require-corp': headers(ISOLATED),
  'coep-credentialless': headers({ 'cross-origin-embedder-policy': 'credentialless' }),
  'no-referrer': headers({ 'referrer-policy': 'no-referrer' }),
  'trusted-types-named': {
    policy: (portalUrl) =>
      `${TRUSTED}; trusted-types ${documentedPolicy(portalUrl, '').get('trusted-types')}`,
  },
  'trusted-types-default': {
    policy: () => `${TRUSTED}; trusted-types default`,
    inline:
      "trustedTypes.createPolicy('default', { createScriptURL: (url) => url, createHTML: (html) => html })",
    expectedConsole: /portal-(script|html)/,
  },
  // Scripts.
  'scoped-registry': library(
    '@webcomponents/scoped-custom-element-registry/scoped-custom-element-registry.min.js',
  ),
  'zone.js': library('zone.js/bundles/zone.umd.js'),
  'jquery-1': library('jquery/dist/jquery.js', 'jquery-migrate/dist/jquery-migrate.js'),
  'core-js': library('core-js-bundle/index.js'),
  requirejs: library('requirejs/require.js'),
  systemjs: library(
    'systemjs/dist/system.js',
    'systemjs/dist/extras/amd.js',
    'systemjs/dist/extras/global.js',
  ),
  'array-extended': {
    inline: 'Array.prototype.extended = function () {}; Function.prototype.bySite = "page"',
  },
  'globals-taken': {
    inline:
      'var React = {}, ReactDOM = {}, _ = {}, $ = {}, process = {}, global = window, module = { exports: {} }, exports = module.exports, require = function () { throw new Error("no") }, webpackJsonp = [], axios = {}; window.name = "shell"; window.event = 1',
  },
};

export const HOSTILE_HOSTS: Readonly<Record<string, HostPage>> = {
  ...VISITED,
  ...ROUTERS,
  ...UNSUPPORTED,
};
