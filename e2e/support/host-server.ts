import fastify from 'fastify';
import mime from 'mime';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WORKSPACE } from './directories';
import { isHostName, renderHostPage } from './host-pages';
import { passOn } from './load-balancer';

const HOSTS = join(WORKSPACE, 'e2e/hosts');
const packages = createRequire(join(HOSTS, 'package.json'));

/** Style sheets of well-known libraries. */
const LIBRARIES: Record<string, string> = {
  'bootstrap.css': packages.resolve('bootstrap/dist/css/bootstrap.css'),
  'tailwind.css': packages.resolve('tailwindcss/preflight.css'),
};

const fileOf = (name: string): string =>
  LIBRARIES[name] ?? join(HOSTS, name.endsWith('.css') ? 'styles' : 'dist', name);

interface HostServerOptions {
  port: number;
  /** The portal that the pages embed. */
  portalUrl: string;
  /** The portal's own URL, if this server proxies everything below the path of `portalUrl` to it. */
  upstream?: string;
}

/**
 * Serves a company's site. Every path below a page's name answers that page, as sites with a client-side router do.
 * @returns a function that stops it
 */
export const startHostServer = async ({ port, portalUrl, upstream }: HostServerOptions) => {
  const site = fastify();
  if (upstream) await passOn(site, upstream, new URL(portalUrl).pathname);
  site.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const name = request.params['*'];
    return reply.type(mime.getType(name) ?? 'text/plain').send(await readFile(fileOf(name)));
  });
  site.get<{ Params: { page: string } }>('/:page/*', async ({ params: { page } }, reply) => {
    if (!isHostName(page)) return reply.callNotFound();
    const { body, policy } = renderHostPage(page, portalUrl);
    if (policy) reply.header('content-security-policy', policy);
    return reply.type('text/html').send(body);
  });
  await site.listen({ port, host: '127.0.0.1' });
  return () => site.close();
};
