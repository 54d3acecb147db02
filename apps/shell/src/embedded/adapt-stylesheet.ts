/** At-rules that browsers ignore in a shadow root. */
const OF_DOCUMENT = /^@(?:font-face|font-feature-values|font-palette-values|property)\b/;

/** The root of a document, with what else a selector requires of it, such as an attribute. */
const ROOT = /(?::root|(?<![\w.#-])html)(?![\w-])((?:[.#][\w-]+|\[[^\]]*\]|(?<!:):[\w-]+(?:\([^)]*\))?)*)/g;
const BODY = /(?<![\w.#-])body(?![\w-])/g;

/** Gives rules for `:root`, `html`, and `body` to the element and its box. @returns the rules for the document */
const adapt = (rules: CSSRuleList, url: string): string[] =>
  [...rules].flatMap((rule) => {
    if (OF_DOCUMENT.test(rule.cssText))
      return rule.cssText.replace(/(?<=url\(")[^"]*/g, (file) => new URL(file, url).href);
    if (rule instanceof CSSStyleRule)
      rule.selectorText = rule.selectorText
        .replace(ROOT, (_, also: string) => (also ? `:host(${also})` : ':host'))
        .replace(BODY, ':where([part=frame])');
    return 'cssRules' in rule && rule.cssRules instanceof CSSRuleList ? adapt(rule.cssRules, url) : [];
  });

/** Makes a loaded stylesheet of a shadow root work as in a document. @param lifted the rules for the document, by URL */
export const adaptStylesheet = (
  { sheet, href }: HTMLLinkElement,
  lifted: Map<string, CSSStyleSheet>,
): void => {
  const rules = sheet ? adapt(sheet.cssRules, href) : [];
  if (rules.length === 0 || lifted.has(href)) return;
  const ofDocument = new CSSStyleSheet();
  ofDocument.replaceSync(rules.join('\n'));
  lifted.set(href, ofDocument);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ofDocument];
};
