/** The name of the global function that returns what the page's code has changed, one sentence per line. */
const CHANGES = 'portalVerifyChanges';

/** Evaluates to the changes so far. */
export const CHANGES_SO_FAR = `${CHANGES}()`;

/** Constructors whose prototypes all code of a page shares. */
const CONSTRUCTORS =
  'Object Function Array String RegExp Date Map Set WeakMap Promise EventTarget Node Element Document History Storage XMLHttpRequest';
const NAMESPACES = 'JSON Math Reflect';
/** Objects whose own properties would hide those of their prototypes. */
const INSTANCES = 'history navigator document';
const FUNCTIONS =
  'Object Array Map Promise JSON fetch setTimeout setInterval queueMicrotask requestAnimationFrame MessageChannel';

/**
 * Keeps the properties of built-ins before any other script runs, and compares them when asked. The comparison uses no
 * built-in that it checks. Added properties are polyfills, unless they appear in every `for…in` loop.
 */
const BUILT_INS = `
  const { getOwnPropertyDescriptor, ownKeys, getPrototypeOf, has } = Reflect;
  const originals = [];
  const keep = (name, object, { keys = ownKeys(object), isInstance = false } = {}) =>
    originals.push({ name, object, isInstance, keys, descriptors: keys.map((key) => getOwnPropertyDescriptor(object, key)) });
  for (const name of '${CONSTRUCTORS}'.split(' ')) {
    keep(name, window[name]);
    keep(name + '.prototype', window[name].prototype);
  }
  for (const name of '${NAMESPACES}'.split(' ')) keep(name, window[name]);
  for (const name of '${INSTANCES}'.split(' ')) keep(name, window[name], { isInstance: true });
  keep('window', window, { keys: '${FUNCTIONS}'.split(' ') });

  const isSame = (one, other) =>
    one === other ||
    (one && other && one.value === other.value && one.get === other.get && one.set === other.set);
  const nameOf = (name, key) => name + (typeof key === 'symbol' ? '[symbol]' : '.' + key);
  const changedBuiltIns = () => {
    let text = '';
    const say = (name, key) => (text += 'it changes ' + nameOf(name, key) + ', which all code of the page shares\\n');
    for (let index = 0; index < originals.length; index += 1) {
      const { name, object, isInstance, keys, descriptors } = originals[index];
      for (let at = 0; at < keys.length; at += 1)
        if (!isSame(descriptors[at], getOwnPropertyDescriptor(object, keys[at]))) say(name, keys[at]);
      const now = isInstance ? ownKeys(object) : [];
      for (let at = 0; at < now.length; at += 1) {
        let isNew = has(getPrototypeOf(object), now[at]);
        for (let before = 0; before < keys.length; before += 1) if (keys[before] === now[at]) isNew = false;
        if (isNew) say(name, now[at]);
      }
    }
    for (const key in []) text += 'it adds "' + key + '" to every for…in loop over an array\\n';
    return text;
  };`;

/** Finds rules of added style sheets that match something beside the screen: the page, or the shell around it. */
const STYLES = `
  const PSEUDO = /::[\\w-]+(\\([^)]*\\))?|:(hover|focus|active|visited|link|target|focus-visible|focus-within)\\b/g;
  const sheets = () => [...document.styleSheets, ...document.adoptedStyleSheets];
  let ofPage = [];
  // The page's own sheets are there before the shell starts.
  document.addEventListener('readystatechange', () => (ofPage = sheets()), { once: true });
  const matched = (selector) => {
    try {
      return [...document.querySelectorAll(selector.replace(PSEUDO, '') || '*')];
    } catch {
      return [];
    }
  };
  // An element beside the portal may be a dialog of the screen.
  const isOutside = (element) => {
    const portal = document.getElementById('portal');
    return !element.closest('main, head') && (element.contains(portal) || portal.contains(element));
  };
  const isVariablesOnly = ({ style }) =>
    [...style].every((property) => property.startsWith('--') && !property.startsWith('--mui-'));
  const rulesOf = (sheet) => {
    try {
      return [...sheet.cssRules];
    } catch {
      return []; // of another origin
    }
  };
  const leaksIn = (sheet) =>
    rulesOf(sheet).flatMap((rule) => {
      if (!('selectorText' in rule)) return 'cssRules' in rule ? leaksIn(rule) : [];
      return !isVariablesOnly(rule) && matched(rule.selectorText).some(isOutside) ? [rule.selectorText] : [];
    });
  // The shell shares emotion's sheets with the remote.
  const isShared = ({ ownerNode }) => ownerNode !== null && 'emotion' in ownerNode.dataset;
  const leaks = () => {
    const selectors = sheets().filter((sheet) => !ofPage.includes(sheet) && !isShared(sheet)).flatMap(leaksIn);
    return selectors.length > 0 ? 'its styles reach outside of its screen: ' + selectors.join(', ') : '';
  };`;

/**
 * Runs before all other scripts of a page, and remembers what all its code shares: built-ins and style sheets
 * (docs/releasing.md, "What a remote must not touch").
 */
export const REMEMBER = `(() => {${BUILT_INS}
  ${STYLES}
  // Changed built-ins may break the search for styles.
  window.${CHANGES} = () => changedBuiltIns() || leaks();
})();`;
