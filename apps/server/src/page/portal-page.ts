import { BOOT_ELEMENT_ID, type Boot } from '@portal/contract';
import { COLOR_SCHEME_SCRIPT } from './color-scheme-script';
import { escapeHtml, jsonForHtml } from './html';

/** A script to fetch before it is asked for. */
export interface Preload {
  url: string;
  integrity: string | undefined;
}

interface PortalPage {
  boot: Boot;
  shell: { url: string; integrity: string };
  preloads: readonly Preload[];
  /** Of this answer's Content-Security-Policy. */
  nonce: string;
}

/**
 * Under `strict-dynamic` a hint is used only if nonce and CORS mode are those of the later script; webpack and the
 * shell ask for scripts of their own origin without CORS.
 */
const preloadTag = ({ url, integrity }: Preload, nonce: string): string =>
  `<link rel="preload" as="script" href="${escapeHtml(url)}" nonce="${nonce}"` +
  `${integrity ? ` integrity="${integrity}"` : ''}>`;

/** The HTML that every address of the portal is answered with. */
export const portalPage = ({ boot, shell, preloads, nonce }: PortalPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(boot.brand.name)} Customer Dashboard</title>
<script nonce="${nonce}">${COLOR_SCHEME_SCRIPT}</script>
<script nonce="${nonce}" src="${escapeHtml(shell.url)}" integrity="${shell.integrity}" defer></script>
${preloads.map((preload) => preloadTag(preload, nonce)).join('\n')}
</head>
<body>
<div id="portal"></div>
<noscript>This portal needs JavaScript. Please switch it on in your browser and load the page again.</noscript>
<script id="${BOOT_ELEMENT_ID}" type="application/json" nonce="${nonce}">${jsonForHtml(boot)}</script>
</body>
</html>
`;
