import { applyGivenStyles } from './given-styles';
import { fitHeadings } from './fit-headings';
import { guardLinks } from './guard-links';
import { purify } from './purify';
import { scrollTables } from './scroll-tables';
import { tameImages } from './tame-images';

/**
 * Makes an event's body fit for the page: rendered as given (specification section 3), but never run as given.
 * @param html as it came from the server
 * @returns nodes without scripts, forms, frames, foreign styles, ids and classes
 */
export const safeBody = (html: string): DocumentFragment => {
  const body = purify(html);
  tameImages(body);
  guardLinks(body);
  fitHeadings(body);
  scrollTables(body);
  applyGivenStyles(body);
  return body;
};
