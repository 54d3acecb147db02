/** Styles that builds brought into the document by themselves, which they do once in the life of a page. */
const brought: HTMLLinkElement[] = [];

/** Where portals of this page want them. */
const places = new Set<HTMLElement>();

const copy = (link: HTMLLinkElement): HTMLLinkElement => {
  const next = document.createElement('link');
  for (const { name, value } of link.attributes) next.setAttribute(name, value);
  // Browsers hide it from `attributes`.
  next.nonce = link.nonce;
  return next;
};

const take = (link: HTMLLinkElement): void => {
  brought.push(copy(link));
  const [first, ...others] = places;
  for (const place of others) place.append(copy(link));
  // The build waits for this very element to load.
  first?.append(link);
};

/**
 * Has the styles that remotes' builds bring by themselves go where an embedded portal has its own, instead of the
 * document's head: there they would change the page around the portal, and nothing in it.
 * @param folder the address below which all releases are, with a slash at its end
 * @returns how to end that for this portal
 */
export const followStyles = (place: HTMLElement, folder: string): (() => void) => {
  const isOurs = (node: Node): node is HTMLLinkElement =>
    node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.href.startsWith(folder);
  // A link that another portal of this page has taken already is in the head no more.
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (isOurs(node) && node.parentNode === document.head) take(node);
  });
  place.append(...brought.filter(isOurs).map(copy));
  places.add(place);
  observer.observe(document.head, { childList: true });
  return () => {
    places.delete(place);
    observer.disconnect();
  };
};
