/** The heading of the event that the body belongs to. */
const EVENT_LEVEL = 3;
const DEEPEST_LEVEL = 6;

const isEmpty = (heading: Element): boolean => !heading.textContent.trim() && !heading.querySelector('img');

/**
 * Puts the headings of a body below the heading of its event, without gaps, so that the page keeps one outline
 * (WCAG 2.2, 1.3.1). Levels are compared with those around them: h1, h4, h2 become 4, 5, 5.
 */
export const fitHeadings = (body: DocumentFragment): void => {
  const ancestors: string[] = [];
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (isEmpty(heading)) {
      heading.remove();
      continue;
    }
    while ((ancestors.at(-1) ?? '') >= heading.localName) ancestors.pop();
    ancestors.push(heading.localName);
    const level = Math.min(EVENT_LEVEL + ancestors.length, DEEPEST_LEVEL);
    const fitting = document.createElement(`h${level}`);
    for (const { name, value } of heading.attributes) fitting.setAttribute(name, value);
    fitting.append(...heading.childNodes);
    heading.replaceWith(fitting);
  }
};
