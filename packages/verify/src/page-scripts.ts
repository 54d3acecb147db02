import { COLOR_MODE, type RemoteVersion } from '@portal/contract';

/*
 * Scripts for the page, as text: functions would be compiled for this process, with helpers that the page lacks.
 */

/** The name of the global function through which a page reports to this process. */
export const BINDING = 'portalVerify';

/** Runs before all other scripts of the page. It intercepts the reports that the shell would send to the portal. */
export const OBSERVE = `(() => {
  const emit = window[${JSON.stringify(BINDING)}];
  navigator.sendBeacon = (url, body) => {
    new Response(body).text().then(emit);
    return true;
  };
})();`;

/** The language of the page, its heading, and whether it still loads. */
export const LOOK = `({
  language: document.documentElement.lang,
  heading: document.querySelector('h1')?.textContent ?? '',
  isBusy: document.querySelector('main [aria-busy=true]') !== null,
})`;

/** Reads paths and titles of the routes of the module that the page has loaded. */
export const routesScript = (
  { url, extras: { format, globalName } }: RemoteVersion,
  language: string,
  params: Record<string, string>,
): string => {
  const container =
    format === 'module' ? `await import(${JSON.stringify(url)})` : `window[${JSON.stringify(globalName)}]`;
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

/** Waits for animations to end, and runs axe on the page without the shell's bar and drawer. */
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

/** Runs all rules, in the light color scheme. */
export const AXE = axeScript(RULES);

/** Runs the rules that depend on colors, in the dark color scheme. */
export const AXE_IN_THE_DARK = axeScript(COLOR_RULES);

/** Matches a page in the dark color scheme. */
export const DARK = `html[${COLOR_MODE.attribute}=${COLOR_MODE.defaultDarkColorScheme}]`;
