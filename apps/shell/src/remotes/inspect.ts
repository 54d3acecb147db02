import type { MicroFrontend } from '@portal/contract';
import type { Change } from '../federation/built-ins';
import type { Outcome } from './telemetry';

/** Functions of the shell's bundle, as parameters: imports would split the shell's modules. */
interface ShellTools {
  undoChanges: () => Change[];
  quarantine: (version: MicroFrontend, cause: 'globals') => void;
  report: (version: MicroFrontend, outcome: Outcome) => void;
}

/** The versions that ran in this page; the last one is the most recently inspected. */
const ran = new Set<MicroFrontend>();

/** How long after a click to inspect again: its handlers may run more code of a version. */
const CLICK_MS = 1000;

const folderOf = ({ url }: MicroFrontend): string => new URL('.', new URL(url, location.href)).href;

const texts = new Map<string, Promise<string>>();

const textOf = (url: string): Promise<string> => {
  const text =
    texts.get(url) ??
    fetch(url).then(
      (answer) => answer.text(),
      () => '',
    );
  texts.set(url, text);
  return text;
};

/** The scripts of a version that the page has loaded, as text. They come from the browser's cache. */
const codeOf = async (version: MicroFrontend): Promise<string> => {
  const folder = folderOf(version);
  const urls = performance.getEntriesByType('resource').flatMap(({ name }) => {
    const [url = ''] = name.split(/[?#]/);
    return url.startsWith(folder) && /\.m?js$/.test(url) ? [url] : [];
  });
  const scripts = [...new Set([new URL(version.url, location.href).href, ...urls])].map(textOf);
  return (await Promise.all(scripts)).join('\n');
};

const sourceOf = (value: unknown): string[] =>
  typeof value === 'function' ? [Function.prototype.toString.call(value)] : [];

/**
 * Whether a version made a change. The source of a function shows which script it came from: a remote's, or a browser
 * extension's. A change without source text counts as made by the code that ran, because extensions wrap functions.
 */
const isBy = ({ is }: Change, code: string): boolean => {
  const sources = [is?.value, is?.get, is?.set].flatMap(sourceOf);
  return sources.every((source) => source.includes('[native code]') || code.includes(source));
};

/** Reapplies a change that no remote made. */
const accept = ({ kept, is }: Change): void => {
  if (!kept.was || !is) return;
  kept.was = is;
  Reflect.defineProperty(kept.object, kept.key, is);
};

/** A CSS rule that styles something outside of the screen. */
interface Leak {
  rule: CSSStyleRule;
  /** The address of its sheet, if it has one. */
  href: string | null;
  remove: () => void;
}

const PSEUDO = /::[\w-]+(\([^)]*\))?|:(hover|focus|active|visited|link|target|focus-visible|focus-within)\b/g;

const matched = (selector: string): Element[] => {
  try {
    return [...document.querySelectorAll(selector.replace(PSEUDO, '') || '*')];
  } catch {
    return [];
  }
};

/**
 * Whether an element belongs to the page itself or to the shell around the screen. An element beside the portal may be
 * a dialog of the screen.
 */
const isOutside = (element: Element): boolean => {
  const portal = document.getElementById('portal');
  return !element.closest('main, head') && (element.contains(portal) || portal?.contains(element) === true);
};

const isStyleRule = (rule: CSSRule): rule is CSSStyleRule => 'selectorText' in rule;

const isVariablesOnly = ({ style }: CSSStyleRule): boolean =>
  Array.from(style).every((property) => property.startsWith('--') && !property.startsWith('--mui-'));

const leaksIn = (sheet: CSSStyleSheet | CSSGroupingRule, href: string | null): Leak[] =>
  Array.from(sheet.cssRules).flatMap((rule): Leak[] => {
    if (!isStyleRule(rule)) return 'cssRules' in rule ? leaksIn(rule as CSSGroupingRule, href) : [];
    if (isVariablesOnly(rule)) return [];
    if (!matched(rule.selectorText).some(isOutside)) return [];
    const remove = () => sheet.deleteRule(Array.from(sheet.cssRules).indexOf(rule));
    return [{ rule, href, remove }];
  });

/** How many rules a sheet had when it was inspected. */
const inspected = new WeakMap<CSSStyleSheet, number>();

const findLeaks = (): Leak[] =>
  [...document.styleSheets, ...document.adoptedStyleSheets].flatMap((sheet) => {
    // Skip the page's own style sheets, and emotion's, which the shell shares with remotes.
    const own = sheet.ownerNode instanceof HTMLElement ? sheet.ownerNode.dataset : {};
    if ('page' in own || 'emotion' in own) return [];
    try {
      if (inspected.get(sheet) === sheet.cssRules.length) return [];
      inspected.set(sheet, sheet.cssRules.length);
      return leaksIn(sheet, sheet.href);
    } catch {
      // Of another origin: not a remote's.
      return [];
    }
  });

/** Removes characters that minifiers and browsers write in different ways. */
const plain = (css: string): string => css.replace(/\\[nrt]|[\s"'`\\;]/g, '');

/** Selector and first property, as in `body{background:`. */
const startOf = ({ cssText }: CSSStyleRule): string =>
  plain(cssText.slice(0, cssText.indexOf(':', cssText.indexOf('{')) + 1));

/** Whether a version brought a rule: in a style sheet of its own, or as text in its code. */
const isStyleOf = ({ rule, href }: Leak, version: MicroFrontend, code: string): boolean =>
  href ? href.startsWith(folderOf(version)) : plain(code).includes(startOf(rule));

const nameChange = ({ kept: { object, key } }: Change): string => {
  const { constructor } = object;
  const owner = typeof object === 'function' ? object.name : `${constructor.name}.prototype`;
  return `${owner}.${String(key)}`;
};

const watchPage = (tools: ShellTools): void => {
  const lookAgain = () => {
    const [last] = [...ran].slice(-1);
    if (last) inspect(last, tools).catch(() => undefined);
  };
  addEventListener('error', lookAgain);
  addEventListener('click', () => setTimeout(lookAgain, CLICK_MS), true);
};

/**
 * Looks for changes of a version in what all code of the page shares: restores built-ins, and removes styles that apply
 * outside of its screen. Reports and quarantines the version. Also checks the versions that ran before.
 * @returns whether this version made a change
 */
export const inspect = async (version: MicroFrontend, tools: ShellTools): Promise<boolean> => {
  const { undoChanges, quarantine, report } = tools;
  if (ran.size === 0) watchPage(tools);
  ran.delete(version);
  const suspects = [version, ...ran];
  ran.add(version);
  let changes = undoChanges().splice(0);
  let leaks = findLeaks();
  let isFaulty = false;
  for (const suspect of suspects) {
    if (changes.length + leaks.length === 0) break;
    const code = await codeOf(suspect);
    const made = changes.filter((change) => isBy(change, code));
    const brought = leaks.filter((leak) => isStyleOf(leak, suspect, code));
    if (made.length + brought.length === 0) continue;
    changes = changes.filter((change) => !made.includes(change));
    leaks = leaks.filter((leak) => !brought.includes(leak));
    for (const { remove } of brought) remove();
    isFaulty ||= suspect === version;
    quarantine(suspect, 'globals');
    const what = [...made.map(nameChange), ...brought.map(({ rule }) => rule.selectorText)].join(', ');
    const error = `It changed what it shares with all code of the page: ${what}`;
    report(suspect, { event: 'crashed', cause: 'globals', error, durationMs: performance.now() });
    console.error(suspect.url, error);
  }
  changes.forEach(accept);
  return isFaulty;
};
