const hasName = (link: HTMLAnchorElement): boolean =>
  link.textContent.trim() !== '' || link.querySelector('img[alt]:not([alt=""])') !== null;

/** Links of a body open beside the portal, tell nobody where from, and always have a name. */
export const guardLinks = (body: DocumentFragment): void => {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.rel = 'noopener noreferrer';
    if (link.protocol.startsWith('http')) link.target = '_blank';
    if (!hasName(link)) link.setAttribute('aria-label', link.href);
  }
};
