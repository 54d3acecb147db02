import { COLOR_MODE, PAGE_EVENTS } from '@portal/contract';

/*
 * What runs in the page, as text: a function would be compiled for this process, with helpers that the page lacks.
 */

/** The function by which a page tells this process what happens. */
export const BINDING = 'portalVerify';

/**
 * Runs before all other scripts of the page. It takes the reports that the shell would send to the portal, and says when
 * the shell has stopped to watch a version: five seconds after its screen was shown, or failed.
 */
export const OBSERVE = `(() => {
  const tell = window[${JSON.stringify(BINDING)}];
  navigator.sendBeacon = (url, body) => {
    new Response(body).text().then((report) => tell({ report }));
    return true;
  };
  let running = null;
  document.addEventListener(${JSON.stringify(PAGE_EVENTS.beat)}, ({ detail }) => {
    running = detail;
    queueMicrotask(() => running || tell({ settled: true }));
  });
})();`;

/** Whether the page answers at all. */
export const ANSWER = 'true';

/** The language of the page, and what it shows. */
export const LOOK = `({
  language: document.documentElement.lang,
  heading: document.querySelector('h1')?.textContent ?? '',
  isBusy: document.querySelector('main [aria-busy=true]') !== null,
})`;

/** How the shell names the remote's container. */
interface Entry {
  url: string;
  globalName: string;
  format: 'script' | 'module';
}

/** Reads paths and titles of the routes of the module that the page has loaded. */
export const routesScript = (entry: Entry, language: string, params: Record<string, string>): string => {
  const container =
    entry.format === 'module'
      ? `await import(${JSON.stringify(entry.url)})`
      : `window[${JSON.stringify(entry.globalName)}]`;
  return `(async () => {
    const container = ${container};
    if (!container) return [];
    const factory = await container.get('./remote');
    const [params, language] = ${JSON.stringify([params, language])};
    return factory().default.routes.map(({ path, title }) => ({
      path,
      title: String(typeof title === 'function' ? title(params, language) : title),
    }));
  })()`;
};

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Runs axe on the screen: neither on the bar and the drawer of the shell, nor before animations have ended. */
const axeScript = (rules: readonly string[]): string => `(async () => {
  const finite = document.getAnimations().filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(finite.map(({ finished }) => finished));
  const beside = [];
  for (let inner = document.querySelector('main'); inner && inner.id !== 'portal'; inner = inner.parentElement)
    beside.push(...[...(inner.parentElement?.children ?? [])].filter((other) => other !== inner));
  const context = beside.length > 0 ? { include: [document], exclude: beside } : document;
  const { violations } = await axe.run(context, {
    runOnly: ${JSON.stringify(rules)},
    resultTypes: ['violations'],
  });
  return violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.map(({ html }) => html) }));
})()`;

/** In the light color scheme. */
export const AXE = axeScript(RULES);

/** What depends on colors, in the dark color scheme. */
export const AXE_IN_THE_DARK = axeScript(COLOR_RULES);

export const DARK = `html[${COLOR_MODE.attribute}=${COLOR_MODE.defaultDarkColorScheme}]`;
