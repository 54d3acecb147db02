import {
  LONGEST_MESSAGE,
  LONGEST_STACK,
  PAGE_EVENTS,
  QUARANTINE_MARK,
  TRUSTED_TYPES_POLICIES,
} from '@portal/contract';
import { jsonForHtml } from './html';

/** After so many seconds without a beat, a page counts as frozen. */
const SILENT_SECONDS = 5;

/** The longest that the shell waits for the worker, which a policy or a browser may refuse. */
const LONGEST_START_MS = 1000;

/**
 * Reports a version when the beats of its page stop. Counts its own ticks instead of comparing times: while the machine
 * sleeps, ticks and beats both stop.
 */
const WORKER = `let timer;
onmessage = ({ data }) => {
  let ticks = 0;
  clearInterval(timer);
  if (data) timer = setInterval(() => {
    if (++ticks < ${SILENT_SECONDS}) return;
    clearInterval(timer);
    fetch(data.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: data.body });
  }, 1000);
};
postMessage(null);`;

/**
 * Runs before any other script of the page (decision 094). The shell calls it by events of the document, so that
 * neither needs a global:
 * - It saves the built-ins that all code of the page shares, and restores those that changed. It keeps additions,
 *   which are polyfills, but removes enumerable ones: they would appear in every `for…in`. It uses no built-in that it
 *   checks.
 * - It starts the worker that receives the beats, and signals when the worker listens. The worker needs the page to
 *   start, so it could not report a version that froze the page earlier.
 * - When the whole page is removed, it reports the version that ran, and quarantines it. shell-script.ts shows the
 *   message.
 * @param telemetryUrl where the worker reports
 */
export const watchScript = (telemetryUrl: string): string => `(() => {
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const all = [];
  const keep = (object, keys) => {
    for (const key of keys) all.push({ object, key, was: getOwnPropertyDescriptor(object, key) });
  };
  for (const known of [Object, Function, Array, String, RegExp, Map, Set, WeakMap, Promise, EventTarget, Node, Element, History]) {
    keep(known, ownKeys(known));
    keep(known.prototype, ownKeys(known.prototype));
  }
  keep(JSON, ownKeys(JSON));
  keep(window, ['Object', 'Array', 'Map', 'Promise', 'JSON', 'fetch', 'setTimeout', 'MessageChannel']);
  document.addEventListener('${PAGE_EVENTS.builtIns}', ({ detail }) => {
    for (let index = 0; index < all.length; index += 1) {
      const kept = all[index];
      const { object, key, was } = kept;
      const is = getOwnPropertyDescriptor(object, key);
      if (!was || (is && is.value === was.value && is.get === was.get && is.set === was.set)) continue;
      detail[detail.length] = { kept, is };
      defineProperty(object, key, was);
    }
    for (const key in []) {
      const object = getOwnPropertyDescriptor(Array.prototype, key) ? Array.prototype : Object.prototype;
      detail[detail.length] = { kept: { object, key }, is: getOwnPropertyDescriptor(object, key) };
      deleteProperty(object, key);
    }
  });
  const url = new URL(${jsonForHtml(telemetryUrl)}, location.href).href;
  let running;
  let worker;
  let thrown;
  const reportOf = (cause, error) =>
    JSON.stringify({
      ...running,
      event: 'gave-up',
      cause,
      durationMs: performance.now(),
      message: error && String(error).slice(0, ${LONGEST_MESSAGE}),
      stack: error && error.stack && error.stack.slice(0, ${LONGEST_STACK}),
    });
  addEventListener('error', ({ error }) => (thrown = error));
  document.addEventListener('${PAGE_EVENTS.beat}', ({ detail }) => {
    running = detail;
    if (worker) worker.postMessage(detail && { url, body: reportOf('freeze') });
  });
  // The print dialog stops the page: expect no beats.
  addEventListener('beforeprint', () => worker && worker.postMessage(null));
  document.addEventListener('DOMContentLoaded', () => {
    const place = document.getElementById('portal');
    new MutationObserver(() => {
      if (place.firstChild || !running) return;
      try {
        navigator.sendBeacon(url, reportOf('render', thrown));
        localStorage.setItem('${QUARANTINE_MARK}' + running.remote + '@' + running.version, String(Date.now()));
      } catch {}
    }).observe(place, { childList: true });
  });
  try {
    const code = URL.createObjectURL(new Blob([${jsonForHtml(WORKER)}]));
    const policy = window.trustedTypes?.createPolicy('${TRUSTED_TYPES_POLICIES.script}', { createScriptURL: () => code });
    worker = new Worker(policy ? policy.createScriptURL('') : code);
    const listening = new Promise((resolve) => {
      worker.onmessage = worker.onerror = resolve;
      setTimeout(resolve, ${LONGEST_START_MS});
    });
    document.addEventListener('${PAGE_EVENTS.listening}', ({ detail }) => {
      detail[detail.length] = listening;
    });
  } catch {}
})();`;
