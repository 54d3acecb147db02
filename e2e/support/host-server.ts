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

/** Style sheets that companies take from elsewhere. */
const LIBRARIES: Record<string, string> = {
  'bootstrap.css': packages.resolve('bootstrap/dist/css/bootstrap.css'),
  'tailwind.css': packages.resolve('tailwindcss/preflight.css'),
};

const fileOf = (name: string): string =>
  LIBRARIES[name] ?? join(HOSTS, name.endsWith('.css') ? 'styles' : 'dist', name);

interface HostServerOptions {
  port: number;
  /** Where the pages take the portal from. */
  portalUrl: string;
  /** The portal's own address, when this server stands before it: what is below `portalUrl` is passed on whole. */
  upstream?: string;
}

/**
 * Serves a company's site: every address below a page's name is that page, as sites with a router of their own have it.
 * @returns how to stop it again
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
