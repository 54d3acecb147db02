const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
};

/**
 * The nearest scrolling ancestor of an element, across shadow roots; null if the page itself scrolls. An embedder may
 * place the portal in such a box.
 */
export const scrollerOf = (element: Element): Element | null => {
  for (let box = parentOf(element); box && box !== document.body; box = parentOf(box))
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box;
  return null;
};
