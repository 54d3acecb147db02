import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config';

/** The attributes that differ between cookies. */
type CookieKind = Pick<CookieSerializeOptions, 'httpOnly' | 'maxAge'>;

/**
 * Sets the portal's cookies: with its path, Secure on HTTPS, without Domain (ASVS 5.0 3.3.2, 3.3.4). They are SameSite
 * unless other sites embed the portal: then each site has its own partition (CHIPS), so that one cannot see what a
 * customer does on another.
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
    // Delete the unpartitioned cookie from before the portal was embedded: browsers would send both. Delete it first,
    // because a browser without partitions treats them as one cookie.
    if (isEmbedded) reply.header('set-cookie', reply.server.serializeCookie(name, '', { ...own, maxAge: 0 }));
    return reply.setCookie(name, value, { ...(isEmbedded ? embedded : own), ...kind });
  };

  return {
    set,
    clear: (reply: FastifyReply, name: string, kind: CookieKind) =>
      set(reply, name, '', { ...kind, maxAge: 0 }),
  };
};
