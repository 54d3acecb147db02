/** Stylesheets that remotes' builds added to the document. A build adds each of them once per page. */
const relocated: HTMLLinkElement[] = [];

/** Where the portals of this page keep their styles. */
const places = new Set<HTMLElement>();

const copy = (link: HTMLLinkElement): HTMLLinkElement => {
  const next = document.createElement('link');
  for (const { name, value } of link.attributes) next.setAttribute(name, value);
  // Browsers hide the nonce from `attributes`.
  next.nonce = link.nonce;
  return next;
};

const relocate = (link: HTMLLinkElement): void => {
  relocated.push(copy(link));
  const [first, ...others] = places;
  for (const place of others) place.append(copy(link));
  // Move the original: the bundler's runtime waits for its `load` event.
  first?.append(link);
};

/** At-rules that browsers ignore in a shadow root. */
const OF_DOCUMENT = /^@(?:font-face|font-feature-values|font-palette-values|property)\b/;

/** The root of a document, with what else a selector requires of it, such as an attribute. */
const ROOT = /(?::root|(?<![\w.#-])html)(?![\w-])((?:[.#][\w-]+|\[[^\]]*\]|(?<!:):[\w-]+(?:\([^)]*\))?)*)/g;
const BODY = /(?<![\w.#-])body(?![\w-])/g;

/** Gives rules for `:root`, `html`, or `body` to the element and its box. @returns the rules for the document */
const adapt = (rules: CSSRuleList, url: string): string[] =>
  [...rules].flatMap((rule) => {
    if (OF_DOCUMENT.test(rule.cssText))
      return rule.cssText.replace(
        /url\("([^"]*)"\)/g,
        (_, file: string) => `url("${new URL(file, url).href}")`,
      );
    if (rule instanceof CSSStyleRule)
      rule.selectorText = rule.selectorText
        .replace(ROOT, (_, also: string) => (also ? `:host(${also})` : ':host'))
        .replace(BODY, ':where([part=frame])');
    return 'cssRules' in rule && rule.cssRules instanceof CSSRuleList ? adapt(rule.cssRules, url) : [];
  });

/** Makes stylesheets in a shadow root work as in a document, each time they load. @returns a function that stops it */
const adaptStylesheets = (place: HTMLElement): (() => void) => {
  const lifted = new Map<string, CSSStyleSheet>();
  const listen = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || !target.sheet) return;
    const rules = adapt(target.sheet.cssRules, target.href);
    if (rules.length === 0 || lifted.has(target.href)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules.join('\n'));
    lifted.set(target.href, sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  place.addEventListener('load', listen, true);
  return () => {
    const ours = new Set(lifted.values());
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !ours.has(sheet));
  };
};

/** Moves stylesheets of remotes below `folder` from the head to `place`. @returns a function that stops it */
export const relocateStylesheets = (place: HTMLElement, folder: string): (() => void) => {
  const isOurs = (node: Node): node is HTMLLinkElement =>
    node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.href.startsWith(folder);
  // Another portal of this page may have moved the link already.
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (isOurs(node) && node.parentNode === document.head) relocate(node);
  });
  place.append(...relocated.filter(isOurs).map(copy));
  places.add(place);
  const dropLifted = adaptStylesheets(place);
  observer.observe(document.head, { childList: true });
  return () => {
    places.delete(place);
    dropLifted();
    observer.disconnect();
  };
};
