const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const DEEPEST = 6;

/** The level of an element such as `h2`. */
const levelOf = ({ localName }: Element): number => Number(localName.slice(1));

/** Continues the page's heading levels. @returns a function that sets the level of a screen's own heading */
export const continueHeadings = (root: ShadowRoot): ((first: number) => void) => {
  let first = 1;
  const nameLevels = () => {
    for (const heading of root.querySelectorAll(HEADINGS))
      heading.setAttribute('aria-level', String(Math.min(levelOf(heading) + first - 1, DEEPEST)));
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
