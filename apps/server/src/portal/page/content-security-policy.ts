import { TRUSTED_TYPES_POLICIES } from '@portal/contract';

interface PagePolicy {
  nonce: string;
  /** The origins of local remotes that this page previews. */
  localOrigins: readonly string[];
  frameAncestors: readonly string[];
  /** Whether all code in the page is built for Trusted Types. */
  trustedTypes: boolean;
}

/**
 * The Content-Security-Policy of the portal's page. Scripts of remotes are trusted because the shell, which has the nonce,
 * loads them (`strict-dynamic`). Images may come from any HTTPS origin, because events show those of the company. Each
 * build creates its own Trusted Types policy, and two versions of a remote can be in the page: hence `allow-duplicates`.
 */
export const contentSecurityPolicy = ({
  nonce,
  localOrigins,
  frameAncestors,
  trustedTypes,
}: PagePolicy): string => {
  const local = localOrigins.map((origin) => ` ${origin}`).join('');
  return [
    `default-src 'self'${local}`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'${local}`,
    `img-src 'self' data: https:${local}`,
    `connect-src 'self'${local}${local.replaceAll('http:', 'ws:')}`,
    // `strict-dynamic` would refuse it.
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
    ...(trustedTypes
      ? [
          `require-trusted-types-for 'script'`,
          `trusted-types ${Object.values(TRUSTED_TYPES_POLICIES).join(' ')} 'allow-duplicates'`,
        ]
      : []),
  ].join('; ');
};

/** Features that the portal never uses. Not in the list: WebOTP (codes from text messages) and passkeys. */
const DENIED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb'],
  ...['window-management', 'xr-spatial-tracking'],
];

/** The Permissions-Policy of the portal's page: no script in it, and no frame, can use these features. */
export const PERMISSIONS_POLICY = DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ');
