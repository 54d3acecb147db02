import type { Config } from '../../platform/config/config';
import { errorCode } from '../../platform/config/error-code';
import { fix, note, ok, type Finding } from '../../platform/config/finding';

const TIMEOUT_MS = 10_000;

/** Pages that ask for a password, or take this machine for a robot, are there. */
const EXISTING = [401, 403, 405, 429];

/** Customers load a logo with the first page. */
const MOST_BYTES = 500_000;

/** Where a page goes that only colleagues can read. */
const SIGN_IN = /\b(log|sign)[-_]?(in|on)\b|\boauth|\bauthorize\b|\bsso\b/i;

interface Linked {
  variable: string;
  address: string | null | undefined;
  isImage?: boolean;
  /** Whether everybody must be able to read it. */
  isPublic?: boolean;
}

/** What customers get from other servers. */
const linkedIn = ({ brand, customerUrl, baseUrl }: Config): Linked[] => [
  { variable: 'CUSTOMER_URL', address: customerUrl === baseUrl ? null : customerUrl },
  { variable: 'BRAND_LOGO_URL', address: brand.logoUrl, isImage: true },
  { variable: 'BRAND_ICON_URL', address: brand.iconUrl, isImage: true },
  { variable: 'BRAND_PICTURE_URL', address: brand.pictureUrl, isImage: true },
  { variable: 'HELP_URL', address: brand.links.help },
  { variable: 'PRIVACY_URL', address: brand.links.privacy, isPublic: true },
  { variable: 'IMPRINT_URL', address: brand.links.imprint, isPublic: true },
  { variable: 'SUPPORT_URL', address: brand.support.url },
];

const checkLink = async (
  { variable, address, isImage, isPublic }: Linked,
  baseUrl: string,
): Promise<Finding | false> => {
  if (!address) return false;
  // A logo can be a path of the same server, or a data URL.
  if (!URL.canParse(address, baseUrl))
    return fix(variable, 'It is no address. Write it as browsers show it.');
  const url = new URL(address, baseUrl);
  if (isImage && url.protocol === 'http:' && baseUrl.startsWith('https:'))
    return fix(variable, 'Browsers do not load it from http:// into a page of https://. Serve it by HTTPS.');
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { signal }).catch(({ name, cause }: Error) => errorCode(cause) ?? name);
  if (response === 'TimeoutError')
    return note(variable, `It does not answer this machine within ${TIMEOUT_MS / 1000} seconds.`);
  if (typeof response === 'string')
    return fix(variable, `It cannot be reached (${response}). Check its name.`);
  await response.body?.cancel();
  if (!response.ok && !EXISTING.includes(response.status))
    return fix(variable, `It answers ${response.status}. Check the address.`);
  const type = response.headers.get('content-type');
  if (isImage && response.ok && !type?.startsWith('image/'))
    return fix(variable, `It is no image, but ${type ?? 'of no type'}. Check the address.`);
  const bytes = Number(response.headers.get('content-length'));
  if (isImage && bytes > MOST_BYTES)
    return fix(variable, `Each customer loads ${Math.round(bytes / 1000)} KB. Serve a smaller image.`);
  if (isPublic && response.redirected && SIGN_IN.test(response.url))
    return fix(
      variable,
      `It leads to ${response.url.replace(/\?.*/s, '')}. Let people read it without a sign-in.`,
    );
  return ok(variable, 'it answers');
};

/** Checks the pages and images that the portal shows or leads to. */
export const checkLinks = async (config: Config) =>
  Promise.all(linkedIn(config).map((linked) => checkLink(linked, config.baseUrl)));
