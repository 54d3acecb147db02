/**
 * The policy of the portal's page: nothing inline but what carries the nonce, no eval, no frames around it.
 * Remotes' scripts are trusted because the shell, which carries the nonce, loads them (`strict-dynamic`).
 * Pictures may come from anywhere over HTTPS, because events show those of the service company.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: https:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
