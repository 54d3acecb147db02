import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';

const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * The value of a cookie.
 * @param header the Cookie header
 * @param isOurs skips values that do not look like the portal's: browsers also send a cookie of the same name that
 * another page of the company set
 */
export const cookieIn = (
  header: string | undefined,
  name: string,
  isOurs: (value: string) => boolean = () => true,
): string | undefined => {
  if (!header?.includes(name)) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const value = decoded(pair.slice(equals + 1).trim());
    if (isOurs(value)) return value;
  }
  return undefined;
};

/** The attributes that differ between cookies. */
interface CookieKind {
  httpOnly?: boolean;
  /** In seconds; absent: until the browser is closed. */
  maxAge?: number;
}

const write = (pair: string, { httpOnly, maxAge }: CookieKind, attributes: string): string =>
  `${pair}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}${attributes}${httpOnly ? '; HttpOnly' : ''}`;

/**
 * Whether the browser may still have the unpartitioned cookie from before the portal was embedded. Browsers send that
 * one only within the portal's own site; in another site they refuse to delete it, with a warning in the console.
 */
export const mayHaveOlder = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): boolean =>
  headers['sec-fetch-site'] !== 'cross-site' && cookieIn(headers.cookie, name) !== undefined;

/**
 * Sets the portal's cookies: with its path, Secure on HTTPS, without Domain (ASVS 5.0 3.3.2, 3.3.4). They are
 * SameSite=Lax unless other sites embed the portal. Then each embedding site has its own partition (CHIPS), so that one
 * site learns nothing about a customer's session in another.
 */
export const createPortalCookies = ({
  publicUrl,
  basePath,
  isEmbedded,
}: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded'>) => {
  const path = `; Path=${basePath || '/'}`;
  const own = `${path}; SameSite=Lax${publicUrl.protocol === 'https:' ? '; Secure' : ''}`;
  const embedded = `${path}; Secure; Partitioned; SameSite=None`;
  const set = (reply: FastifyReply, name: string, value: string, kind: CookieKind) => {
    // Delete the unpartitioned cookie from before the portal was embedded: browsers would send both. Delete it first,
    // because a browser without partitions treats them as one cookie.
    if (isEmbedded && mayHaveOlder(reply.request, name))
      reply.header('set-cookie', write(`${name}=`, { maxAge: 0 }, own));
    const pair = `${name}=${encodeURIComponent(value)}`;
    return reply.header('set-cookie', write(pair, kind, isEmbedded ? embedded : own));
  };
  return {
    set,
    clear: (reply: FastifyReply, name: string, kind: CookieKind) =>
      set(reply, name, '', { ...kind, maxAge: 0 }),
  };
};
