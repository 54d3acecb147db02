const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
};

/** The box that scrolls an element; null if the page does. An embedding page may have such a box around the portal. */
export const scrollerOf = (element: Element): Element | null => {
  for (let box = parentOf(element); box && box !== document.body; box = parentOf(box))
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box;
  return null;
};
