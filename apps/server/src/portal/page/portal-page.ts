import { type Boot, BOOT_ELEMENT_ID, directionOf, type Preload, type Registry } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { ShellVersion } from '../releases/resolve';
import { brandHead } from './brand-files';
import { callsAheadScript } from './calls-ahead';
import { colorSchemeScript, firstPaintHtml, FIRST_PAINT_ID, firstPaintStyle } from './first-paint';
import { escapeHtml, jsonForHtml } from './html';
import { shellScript } from './shell-script';

/** The integrity of every module that remotes import, because import statements cannot carry it. */
const importMap = ({ microFrontends }: Registry, nonce: string): string => {
  const modules = Object.values(microFrontends)
    .flat()
    .flatMap(({ extras }) => (extras.local ? [] : extras.modules));
  if (modules.length === 0) return '';
  const integrity = Object.fromEntries(modules.map((module) => [module.url, module.integrity]));
  return `<script type="importmap" nonce="${nonce}">${jsonForHtml({ integrity })}</script>`;
};

/** Browsers use a hint only if its nonce, integrity and CORS mode match the later request. */
const tag = ({ rel, as, url, integrity }: Preload, nonce: string): string =>
  `<link rel="${rel}"${rel === 'preload' ? ` as="${as}"` : ''} href="${escapeHtml(url)}" integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}">`;

interface PortalPage {
  boot: Boot;
  /** The shell to start, then its fallback. */
  shell: readonly ShellVersion[];
  preloads: readonly Preload[];
  calls: readonly string[];
  nonce: string;
  i18n: I18n;
}

const scripts = ({ boot, shell, preloads, nonce, i18n }: PortalPage): string =>
  [
    // Browsers ignore import maps after the first module.
    importMap(boot.registry, nonce),
    shellScript({
      versions: shell,
      telemetryUrl: `${boot.basePath}/telemetry`,
      // Switch the preview off: otherwise, one that does not start would return on every load.
      reloadUrl: boot.previews.length > 0 ? '?preview=off' : '',
      nonce,
      i18n,
    }),
    ...preloads.map((file) => tag(file, nonce)),
  ]
    .filter(Boolean)
    .join('\n');

/** The HTML of every portal page. */
export const portalPage = (page: PortalPage): string => `<!doctype html>
<html lang="${page.i18n.language}" dir="${directionOf(page.i18n.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.i18n.t('{brand} Customer Dashboard', { brand: page.boot.brand.name }))}</title>
${brandHead(page.boot.brand, page.boot.basePath, page.nonce, page.i18n)}
${colorSchemeScript(page.nonce)}
<script nonce="${page.nonce}">${callsAheadScript(page.calls, page.boot.basePath)}</script>
<style nonce="${page.nonce}">${firstPaintStyle(page.boot.brand)}</style>
<noscript><style nonce="${page.nonce}">#${FIRST_PAINT_ID} { display: none; }</style></noscript>
${scripts(page)}
</head>
<body>
<div id="portal">${firstPaintHtml(page.i18n)}</div>
<noscript>${escapeHtml(page.i18n.t('This portal needs JavaScript. Please turn it on in your browser and load the page again.'))}</noscript>
<script id="${BOOT_ELEMENT_ID}" type="application/json" nonce="${page.nonce}">${jsonForHtml(page.boot)}</script>
</body>
</html>
`;
