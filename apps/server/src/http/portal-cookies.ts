import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config';

/** What differs between one cookie of the portal and another. */
type CookieKind = Pick<CookieSerializeOptions, 'httpOnly' | 'maxAge'>;

/**
 * Cookies of the portal: under its path, Secure on HTTPS, no Domain (ASVS 5.0 3.3.2, 3.3.4). They stay on the portal's
 * own site, unless other sites embed it: then each of those has a jar of its own (CHIPS), so that what a customer does
 * on one is unknown to the next.
 */
export const createPortalCookies = ({
  publicUrl,
  basePath,
  isEmbedded,
}: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded'>) => {
  const path = basePath || '/';
  const own = { path, secure: publicUrl.protocol === 'https:', sameSite: 'lax' } as const;
  const embedded = { path, secure: true, sameSite: 'none', partitioned: true } as const;

  const set = (reply: FastifyReply, name: string, value: string, kind: CookieKind) => {
    // From before the portal was embedded there may be one without a partition, which browsers would send as well. It
    // goes first: a browser that knows no partitions takes both for the same.
    if (isEmbedded) reply.header('set-cookie', reply.server.serializeCookie(name, '', { ...own, maxAge: 0 }));
    return reply.setCookie(name, value, { ...(isEmbedded ? embedded : own), ...kind });
  };

  return {
    set,
    clear: (reply: FastifyReply, name: string, kind: CookieKind) =>
      set(reply, name, '', { ...kind, maxAge: 0 }),
  };
};
