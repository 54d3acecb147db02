import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import proxy from '@fastify/http-proxy';
import { BOOT_ELEMENT_ID } from '@portal/contract';
import Fastify from 'fastify';
import mime from 'mime';
import type { Baseline } from './build';
import { STATIC } from './configurations';

/** Reads the boot document (brand, descriptors) from the portal's page. A monolith would have it in its sources. */
const bootOf = async (portalUrl: string): Promise<string> => {
  const answer = await fetch(`${portalUrl}/service-orders`, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const boot = new RegExp(`<script id="${BOOT_ELEMENT_ID}"[^>]*>([^<]*)</script>`).exec(html)?.[1];
  if (!boot) throw new Error(`${portalUrl} has no boot document.`);
  return boot;
};

const pageOf = (boot: string, scripts: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Customer Dashboard</title>
<link rel="icon" href="data:,">
${scripts.map((url) => `<script src="${url}" defer></script>`).join('\n')}
</head>
<body>
<div id="portal"></div>
<script id="${BOOT_ELEMENT_ID}" type="application/json">${boot}</script>
</body>
</html>
`;

/** Reads every script, compressed with brotli at the highest level like the product's releases. */
const compressedFiles = async (directory: string): Promise<Map<string, Buffer>> => {
  const names = await readdir(directory, { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  const contents = await Promise.all(scripts.map((name) => readFile(join(directory, name))));
  return new Map(scripts.map((name, index) => [name, brotliCompressSync(contents[index] ?? '')]));
};

/**
 * Serves a baseline: a minimal correct page for every address, immutable files, and the calls of a portal.
 * @returns its URL, and the function that stops it
 */
export const serveBaseline = async ({ directory, scripts }: Baseline, portalUrl: string) => {
  const files = await compressedFiles(directory);
  const page = pageOf(await bootOf(portalUrl), scripts);

  const app = Fastify();
  app.get<{ Params: { '*': string } }>(`${STATIC}*`, async ({ params: { '*': name } }, reply) => {
    const content = files.get(name);
    if (!content) return reply.callNotFound();
    return reply
      .header(
        'cache-control',
        name.endsWith('remoteEntry.js') ? 'no-cache' : 'public, max-age=31536000, immutable',
      )
      .header('content-encoding', 'br')
      .type(mime.getType(name) ?? 'text/plain')
      .send(content);
  });
  await app.register(proxy, {
    upstream: portalUrl,
    preHandler: async ({ headers }, reply) => {
      if (!headers.accept?.includes('text/html')) return;
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
    },
  });
  const { port } = new URL(await app.listen({ port: 0, host: 'localhost' }));
  return { url: `http://localhost:${port}`, stop: () => app.close() };
};
