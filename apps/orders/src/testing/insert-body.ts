import { sanitize } from '../event-log/sanitize';

/** Sanitizes a body and inserts it into the page, where the nodes are adopted as they are in a browser. */
export const insertBody = (html: string): HTMLElement => {
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  box.append(sanitize(html, { picture: 'Picture', table: 'Table' }));
  return box;
};
