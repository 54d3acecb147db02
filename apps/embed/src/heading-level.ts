const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const DEEPEST = 6;

/** Continues the page's heading levels. @returns a function that sets the level of a screen's own heading */
export const continueHeadings = (root: ShadowRoot): ((first: number) => void) => {
  let first = 1;
  const nameLevels = () => {
    for (const heading of root.querySelectorAll(HEADINGS)) {
      const level = Number(heading.localName.slice(1)) + first - 1;
      heading.setAttribute('aria-level', String(Math.min(level, DEEPEST)));
    }
  };
  const observer = new MutationObserver(nameLevels);
  return (next) => {
    if (next === first) return;
    first = next;
    nameLevels();
    observer.disconnect();
    if (first > 1) observer.observe(root, { childList: true, subtree: true });
  };
};
