const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const DEEPEST = 6;

/** The level of an element such as `h2`. */
const levelOf = ({ localName }: Element): number => Number(localName.slice(1));

/**
 * Continues the headings of the page around the portal: names a level for each heading to assistive technology. It covers
 * the screens of all remotes, whose elements stay as they were written.
 * @param first the level of a screen's own heading, an `h1`
 * @returns a function that stops it
 */
export const continueHeadings = (box: HTMLElement, first: number): (() => void) => {
  if (first === 1) return () => undefined;
  const nameLevels = () => {
    for (const heading of box.querySelectorAll(HEADINGS))
      heading.setAttribute('aria-level', String(Math.min(levelOf(heading) + first - 1, DEEPEST)));
  };
  const observer = new MutationObserver(nameLevels);
  observer.observe(box, { childList: true, subtree: true });
  nameLevels();
  return () => observer.disconnect();
};
