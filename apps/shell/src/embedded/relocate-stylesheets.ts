/**
 * Stylesheets that remotes' builds added to the document. A build adds each of them once per page, and the portal may
 * start again.
 */
const relocated = new Set<HTMLLinkElement>();

/** Only few remotes have stylesheets. Without the chunk, theirs lack what needs a document. */
const loadAdapter = () =>
  import(/* webpackChunkName: 'adapt-stylesheet' */ './adapt-stylesheet').catch(() => undefined);

/** Moves stylesheets of remotes below `folder` from the head to `place`. @returns a function that stops it */
export const relocateStylesheets = (place: HTMLElement, folder: string): (() => void) => {
  const isOurs = (node: Node): node is HTMLLinkElement =>
    node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.href.startsWith(folder);
  const observer = new MutationObserver((records) => {
    for (const link of records.flatMap(({ addedNodes }) => [...addedNodes]).filter(isOurs)) {
      relocated.add(link);
      place.append(link);
    }
  });
  place.append(...[...relocated].filter(isOurs));
  const lifted = new Map<string, CSSStyleSheet>();
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement)
      void loadAdapter().then((adapter) => place.isConnected && adapter?.adaptStylesheet(target, lifted));
  };
  place.addEventListener('load', onLoad, true);
  observer.observe(document.head, { childList: true });
  return () => {
    for (const ours of lifted.values())
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== ours);
    observer.disconnect();
  };
};
