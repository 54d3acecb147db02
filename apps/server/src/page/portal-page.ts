import { BOOT_ELEMENT_ID, type Boot, type MicroFrontend } from '@portal/contract';
import type { ShellVersion } from '../releases/resolve';
import { COLOR_SCHEME_SCRIPT } from './color-scheme-script';
import { escapeHtml, jsonForHtml } from './html';
import { importMap } from './import-map';
import { preloadTags } from './preload-tags';
import { shellScript } from './shell-script';

interface PortalPage {
  boot: Boot;
  /** The shell that is to start, followed by the one to fall back to. */
  shell: readonly ShellVersion[];
  /** The remote that is needed first. */
  first: MicroFrontend | undefined;
  /** Of this answer's Content-Security-Policy. */
  nonce: string;
}

const scripts = ({ boot, shell, first, nonce }: PortalPage): string =>
  [
    // Browsers take no import map after the first module.
    importMap(boot.registry, nonce),
    shellScript({
      versions: shell,
      telemetryUrl: `${boot.basePath}/telemetry`,
      // A preview that does not start would come back with every load.
      reloadUrl: boot.previews.length > 0 ? '?preview=off' : '',
      nonce,
    }),
    ...(first ? preloadTags(first, nonce) : []),
  ]
    .filter(Boolean)
    .join('\n');

/** The HTML that every address of the portal is answered with. */
export const portalPage = (page: PortalPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.boot.brand.name)} Customer Dashboard</title>
<script nonce="${page.nonce}">${COLOR_SCHEME_SCRIPT}</script>
${scripts(page)}
</head>
<body>
<div id="portal"></div>
<noscript>This portal needs JavaScript. Please switch it on in your browser and load the page again.</noscript>
<script id="${BOOT_ELEMENT_ID}" type="application/json" nonce="${page.nonce}">${jsonForHtml(page.boot)}</script>
</body>
</html>
`;
