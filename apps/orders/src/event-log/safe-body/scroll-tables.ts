/** A wide table scrolls inside its own box, by keyboard too, so that the page never scrolls sideways. */
export const scrollTables = (body: DocumentFragment): void => {
  for (const table of body.querySelectorAll('table')) {
    if (table.parentElement?.closest('table')) continue;
    const box = document.createElement('div');
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Table');
    table.replaceWith(box);
    box.append(table);
  }
};
