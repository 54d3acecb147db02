import { TRUSTED_TYPES_POLICIES } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { ShellVersion } from '../releases/resolve';
import { FIRST_PAINT_ID } from './first-paint';
import { escapeHtml, jsonForHtml } from './html';

interface ShellScript {
  /** The shell to start, then its fallback. */
  versions: readonly ShellVersion[];
  /** Where the start is reported. */
  telemetryUrl: string;
  /** The link to offer when no shell starts. */
  reloadUrl: string;
  nonce: string;
  i18n: I18n;
}

/**
 * Makes sure that a shell starts. If its script fails to load, fails the integrity check, or throws before rendering,
 * the guard starts the fallback, once. If that fails too, it shows a message.
 */
const guard = ({ versions, telemetryUrl, reloadUrl, nonce, i18n }: ShellScript): string => `(() => {
  const versions = ${jsonForHtml(versions)};
  const urls = versions.map(({ url }) => url);
  const policy = globalThis.trustedTypes?.createPolicy('${TRUSTED_TYPES_POLICIES.script}', {
    createScriptURL: (url) => (urls.includes(url) ? url : ''),
  });
  const hrefOf = ({ url }) => new URL(url, location.href).href;
  let current = versions.shift();
  const report = (event, cause) => {
    const body = { remote: 'shell', version: current.version, event, cause, durationMs: performance.now() };
    try {
      navigator.sendBeacon(${jsonForHtml(telemetryUrl)}, JSON.stringify(body));
    } catch {}
  };
  const start = () => {
    const script = document.createElement('script');
    script.src = policy ? policy.createScriptURL(current.url) : current.url;
    script.integrity = current.integrity;
    script.crossOrigin = 'anonymous';
    script.nonce = ${jsonForHtml(nonce)};
    document.head.append(script);
  };
  const explain = () => {
    const link = document.createElement('a');
    link.href = ${jsonForHtml(reloadUrl)};
    link.textContent = ${jsonForHtml(i18n.t('Load the page again'))};
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.append(${jsonForHtml(i18n.t('The portal could not be started. Check your connection.'))} + ' ', link);
    document.getElementById('portal').replaceChildren(text);
  };
  const whenParsed = (act) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true });
    else act();
  };
  const fail = (cause) => {
    const next = versions.shift();
    report(next ? 'fell-back' : 'gave-up', cause);
    current = next;
    whenParsed(next ? start : explain);
  };
  const isWaiting = () => document.getElementById('${FIRST_PAINT_ID}') !== null;
  addEventListener('error', (event) => {
    if (!current) return;
    if (event.target.src === hrefOf(current)) fail('entry');
    else if (event.filename === hrefOf(current) && isWaiting()) fail('init');
  }, true);
  document.addEventListener('load', (event) => {
    if (current && event.target.src === hrefOf(current)) report('shown');
  }, true);
})();`;

/** The script tags that start the shell. */
export const shellScript = (options: ShellScript): string => {
  const [shell] = options.versions;
  if (!shell) return '';
  const { nonce } = options;
  return `<script nonce="${nonce}">${guard(options)}</script>
<script nonce="${nonce}" src="${escapeHtml(shell.url)}" integrity="${shell.integrity}" crossorigin="anonymous" defer></script>`;
};
