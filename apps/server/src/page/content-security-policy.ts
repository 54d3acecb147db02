/** The origins of local remotes, as policy sources. */
const local = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('');

/**
 * The Content-Security-Policy of the portal's page: no inline code without the nonce, no eval, framing only by
 * `frameAncestors`. Scripts of remotes are trusted because the shell, which has the nonce, loads them
 * (`strict-dynamic`). Images may come from any HTTPS origin, because events show those of the service company.
 * @param localOrigins the origins of local remotes that this page previews
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
