import { safeBody } from '../event-log/safe-body/safe-body';

/** Makes a body safe and puts it into the page, where its nodes become those of the page. */
export const insertBody = (html: string): HTMLElement => {
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  box.append(safeBody(html));
  return box;
};
