import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { isToken } from '../crypto/secrets';
import { KNOWN_BROWSER_DAYS } from '../database/schema';

/** Up to four passes of identity/codes/known-browser-store.ts. */
const arePasses = (text: string) => /^[\w-]{43}(~[\w-]{43}){0,3}$/.test(text);

const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The values of a cookie in a Cookie header: other sites of the company may have set one of the same name. */
export const cookiesIn = (header: string | undefined, name: string): string[] => {
  if (!header?.includes(name)) return [];
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const isNamed = equals >= 0 && pair.slice(0, equals).trim() === name;
    return isNamed ? [decoded(pair.slice(equals + 1).trim())] : [];
  });
};

/** The first valid value of a cookie in a Cookie header. */
export const cookieIn = (
  header: string | undefined,
  name: string,
  isValid: (value: string) => boolean = () => true,
): string | undefined => cookiesIn(header, name).find(isValid);

interface CookieKind {
  httpOnly?: boolean;
  /** In seconds; absent: until the browser is closed. */
  maxAge?: number | undefined;
}

const write = (pair: string, { httpOnly, maxAge }: CookieKind, attributes: string): string =>
  `${pair}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}${attributes}${httpOnly ? '; HttpOnly' : ''}`;

/**
 * Whether the browser may still have the unpartitioned cookie from before the portal was embedded. In another site,
 * browsers refuse to delete it, with a warning in the console.
 */
export const mayHaveOlder = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): boolean =>
  headers['sec-fetch-site'] !== 'cross-site' && cookieIn(headers.cookie, name) !== undefined;

/**
 * The portal's cookies: with its path, Secure on HTTPS, without Domain (ASVS 5.0 3.3.2, 3.3.4), and SameSite=Lax. If the
 * portal is embedded, each embedder has its own partition (CHIPS).
 */
export const createCookie = ({
  publicUrl,
  basePath,
  isEmbedded,
}: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded'>) => {
  const path = `; Path=${basePath || '/'}`;
  const unpartitioned = `${path}; SameSite=Lax${publicUrl.protocol === 'https:' ? '; Secure' : ''}`;
  const partitioned = `${path}; Secure; Partitioned; SameSite=None`;

  return (name: string, kind: CookieKind, isValid?: (value: string) => boolean) => {
    const set = (reply: FastifyReply, value: string, { maxAge = kind.maxAge } = {}) => {
      // Delete the unpartitioned cookie from before the portal was embedded: browsers would send both. Delete it first,
      // because a browser without partitions treats them as one cookie.
      if (isEmbedded && mayHaveOlder(reply.request, name))
        reply.header('set-cookie', write(`${name}=`, { maxAge: 0 }, unpartitioned));
      const pair = `${name}=${encodeURIComponent(value)}`;
      return reply.header(
        'set-cookie',
        write(pair, { ...kind, maxAge }, isEmbedded ? partitioned : unpartitioned),
      );
    };
    return {
      read: ({ headers }: Pick<FastifyRequest, 'headers'>) => cookieIn(headers.cookie, name, isValid),
      set: (reply: FastifyReply, value: string) => set(reply, value),
      clear: (reply: FastifyReply) => set(reply, '', { maxAge: 0 }),
    };
  };
};

/** The sign-in cookies. */
export const createCookies = (config: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded' | 'session'>) => {
  const cookie = createCookie(config);
  const sessionSeconds = config.session.absoluteHours * 3600;
  return {
    session: cookie('session_token', { httpOnly: true, maxAge: sessionSeconds }, isToken),
    /** The pre-login cookie: identifies the browser that asked for a code. */
    browser: cookie('sign_in_browser', { httpOnly: true }, isToken),
    /** The passes of earlier sign-ins. They stay when the customer logs out. */
    knownBrowser: cookie(
      'known_browser',
      { httpOnly: true, maxAge: KNOWN_BROWSER_DAYS * 24 * 3600 },
      arePasses,
    ),
    csrf: cookie('XSRF-TOKEN', { maxAge: sessionSeconds }),
  };
};

export type Cookies = ReturnType<typeof createCookies>;
