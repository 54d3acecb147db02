import { LONGEST_MESSAGE, LONGEST_STACK, TRUSTED_TYPES_POLICIES } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { ShellVersion } from '../releases/resolve';
import { FIRST_PAINT_ID } from './first-paint';
import { escapeHtml, jsonForHtml } from './html';

interface ShellScript {
  /** The shell to start, then its fallback. */
  versions: readonly ShellVersion[];
  /** The URL of POST /telemetry. */
  telemetryUrl: string;
  /** The link to offer when no shell starts. */
  reloadUrl: string;
  nonce: string;
  i18n: I18n;
}

/**
 * Makes sure that a shell starts. If its script fails to load, or throws before rendering, the guard starts the fallback,
 * once. If that fails too, or the page becomes empty later, it shows a message, so that no failure leaves a white page.
 * `isTooOld` tests the two youngest features that every screen needs: container queries (Chrome 105, Firefox 110, Safari
 * 16.0) and adopted style sheets (Safari 16.4). A browser with both knows the syntax of the builds, too. The guard runs
 * in those that are too old, so it is the only script in ES5.
 */
const guard = ({ versions, telemetryUrl, reloadUrl, nonce, i18n }: ShellScript): string => `(function () {
  var versions = ${jsonForHtml(versions)};
  var urls = versions.map(function (version) { return version.url; });
  var isTooOld = !(window.CSS && CSS.supports && CSS.supports('container-type', 'inline-size') && 'adoptedStyleSheets' in document);
  var policy = window.trustedTypes && trustedTypes.createPolicy('${TRUSTED_TYPES_POLICIES.script}', {
    createScriptURL: function (url) { return urls.indexOf(url) < 0 ? '' : url; }
  });
  var hrefOf = function (version) {
    var link = document.createElement('a');
    link.href = version.url;
    return link.href;
  };
  var current = versions.shift();
  var report = function (event, cause, error) {
    var body = { remote: 'shell', version: current.version, event: event, cause: cause, durationMs: performance.now() };
    try {
      if (error) body.message = String(error).slice(0, ${LONGEST_MESSAGE});
      if (error && error.stack) body.stack = error.stack.slice(0, ${LONGEST_STACK});
      navigator.sendBeacon(${jsonForHtml(telemetryUrl)}, JSON.stringify(body));
    } catch (error) {}
  };
  var start = function () {
    var script = document.createElement('script');
    script.src = policy ? policy.createScriptURL(current.url) : current.url;
    script.integrity = current.integrity;
    script.crossOrigin = 'anonymous';
    script.nonce = ${jsonForHtml(nonce)};
    document.head.appendChild(script);
  };
  var explain = function (sentence) {
    var link = document.createElement('a');
    link.href = ${jsonForHtml(reloadUrl)};
    link.textContent = ${jsonForHtml(i18n.t('Load the page again'))};
    var text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.textContent = sentence;
    if (!isTooOld) text.appendChild(link);
    var place = document.getElementById('portal');
    place.textContent = '';
    place.appendChild(text);
  };
  var whenParsed = function (act) {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act);
    else act();
  };
  var explainStart = function () {
    explain(isTooOld
      ? ${jsonForHtml(i18n.t('This browser is too old: update it, or use a current version of Chrome, Edge, Firefox or Safari.'))}
      : ${jsonForHtml(i18n.t('The portal could not be started. Check your connection.'))} + ' ');
  };
  var fail = function (cause, error) {
    var next = isTooOld ? undefined : versions.shift();
    // Don't report: an old browser is not the version's fault.
    if (!isTooOld) report(next ? 'fell-back' : 'gave-up', cause, error);
    current = next;
    whenParsed(next ? start : explainStart);
  };
  var isWaiting = function () { return document.getElementById('${FIRST_PAINT_ID}') !== null; };
  addEventListener('error', function (event) {
    if (!current) return;
    if (event.target.src === hrefOf(current)) fail('entry');
    else if (event.filename === hrefOf(current) && isWaiting()) fail('init', event.error);
  }, true);
  document.addEventListener('load', function (event) {
    if (current && event.target.src === hrefOf(current)) report('shown');
  }, true);
  // React removes everything when an error reaches no boundary, or breaks React itself.
  whenParsed(function () {
    var place = document.getElementById('portal');
    if (window.MutationObserver) new MutationObserver(function () {
      if (!place.firstChild) explain(${jsonForHtml(i18n.t('The portal has stopped.'))} + ' ');
    }).observe(place, { childList: true });
  });
})();`;

/** The script tags that start the shell. */
export const shellScript = (options: ShellScript): string => {
  const [shell] = options.versions;
  if (!shell) return '';
  const { nonce } = options;
  return `<script nonce="${nonce}">${guard(options)}</script>
<script nonce="${nonce}" src="${escapeHtml(shell.url)}" integrity="${shell.integrity}" crossorigin="anonymous" defer></script>`;
};
