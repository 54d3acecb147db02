/** Where a remote on the developer's own machine comes from, and its reload messages. */
const local = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('');

/**
 * The policy of the portal's page: nothing inline but what carries the nonce, no eval, no frames around it but by the origins that may.
 * Remotes' scripts are trusted because the shell, which carries the nonce, loads them (`strict-dynamic`).
 * Pictures may come from anywhere over HTTPS, because events show those of the service company.
 * @param localOrigins of remotes on the developer's own machine that this page previews
 * @param frameAncestors the origins that may show the page in a frame
 */
export const contentSecurityPolicy = (
  nonce: string,
  localOrigins: readonly string[],
  frameAncestors: readonly string[],
): string => {
  const sockets = localOrigins.map((origin) => origin.replace('http:', 'ws:'));
  return [
    `default-src 'self'${local(localOrigins)}`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'${local(localOrigins)}`,
    `img-src 'self' data: https:${local(localOrigins)}`,
    `connect-src 'self'${local([...localOrigins, ...sockets])}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ');
};
