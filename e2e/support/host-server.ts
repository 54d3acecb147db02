import proxy from '@fastify/http-proxy';
import fastify from 'fastify';
import mime from 'mime';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE } from './directories';
import { builtFile, isHostName, renderHostPage } from './host-pages';

const HOSTS = join(WORKSPACE, 'e2e/hosts');
/** The folders in which the libraries of sites are installed. */
const LIBRARIES = [join(HOSTS, 'node_modules'), join(HOSTS, 'libraries/node_modules')];
/** The folders by address: files of the site, and of its libraries. */
const FOLDERS: Record<string, (name: string) => string> = {
  files: (name) => join(HOSTS, name.endsWith('.css') ? 'styles' : 'dist', name),
  packages: (name) => {
    const files = LIBRARIES.map((folder) => join(folder, name));
    return files.find((file) => existsSync(file)) ?? name;
  },
};

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
  const { pathname } = new URL(portalUrl);
  if (upstream) await site.register(proxy, { upstream, prefix: pathname, rewritePrefix: pathname });
  for (const [folder, fileOf] of Object.entries(FOLDERS))
    site.get<{ Params: { '*': string } }>(`/${folder}/*`, async (request, reply) => {
      const name = request.params['*'];
      const file = fileOf(name);
      if (!existsSync(file)) return reply.callNotFound();
      return reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(mime.getType(name) ?? 'text/plain')
        .send(await readFile(file));
    });
  site.get<{ Params: { page: string; '*': string } }>('/:page/*', async ({ params }, reply) => {
    if (!isHostName(params.page)) return reply.callNotFound();
    const file = builtFile(params.page, params['*']);
    if (file)
      return reply.type(mime.getType(file) ?? 'text/plain').send(await readFile(join(HOSTS, 'dist', file)));
    const { body, headers } = renderHostPage(params.page, portalUrl, `/${params['*']}`);
    return reply.headers(headers).send(body);
  });
  await site.listen({ port, host: '127.0.0.1' });
  return () => site.close();
};
