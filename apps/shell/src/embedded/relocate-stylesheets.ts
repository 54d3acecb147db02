/** Stylesheets that remotes' builds added to the document. A build adds each of them once per page. */
const relocated: HTMLLinkElement[] = [];

/** Where the portals of this page keep their styles. */
const places = new Set<HTMLElement>();

const copy = (link: HTMLLinkElement): HTMLLinkElement => {
  const next = document.createElement('link');
  for (const { name, value } of link.attributes) next.setAttribute(name, value);
  // Browsers hide the nonce from `attributes`.
  next.nonce = link.nonce;
  return next;
};

const relocate = (link: HTMLLinkElement): void => {
  relocated.push(copy(link));
  const [first, ...others] = places;
  for (const place of others) place.append(copy(link));
  // Move the original: the bundler's runtime waits for its `load` event.
  first?.append(link);
};

/** Only few remotes have stylesheets. Without the chunk, theirs lack what needs a document. */
const loadAdapter = () =>
  import(/* webpackChunkName: 'adapt-stylesheet' */ './adapt-stylesheet').catch(() => undefined);

/** Moves stylesheets of remotes below `folder` from the head to `place`. @returns a function that stops it */
export const relocateStylesheets = (place: HTMLElement, folder: string): (() => void) => {
  const isOurs = (node: Node): node is HTMLLinkElement =>
    node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.href.startsWith(folder);
  // Another portal of this page may have moved the link already.
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (isOurs(node) && node.parentNode === document.head) relocate(node);
  });
  place.append(...relocated.filter(isOurs).map(copy));
  places.add(place);
  const lifted = new Map<string, CSSStyleSheet>();
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement)
      void loadAdapter().then((adapter) => places.has(place) && adapter?.adaptStylesheet(target, lifted));
  };
  place.addEventListener('load', onLoad, true);
  observer.observe(document.head, { childList: true });
  return () => {
    places.delete(place);
    for (const ours of lifted.values())
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== ours);
    observer.disconnect();
  };
};
