import type { FastifyReply } from 'fastify';

/** What others wrote: no page may run it, or show it in a frame. */
export const UNTRUSTED = "default-src 'none'; sandbox; frame-ancestors 'none'";

interface Download {
  name: string;
  type: string;
  content: string | Buffer;
}

/** Sends a file that browsers save, and do not open. */
export const sendDownload = (reply: FastifyReply, { name, type, content }: Download): FastifyReply =>
  reply
    .headers({
      'cache-control': 'private, no-store',
      'content-security-policy': UNTRUSTED,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    })
    .type(type)
    .send(content);
