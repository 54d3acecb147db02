import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { preview, type Plugin } from 'vite';
import { LOCAL_SERVER, previewHint } from './build-settings';

const require = createRequire(import.meta.url);

const RUNTIME = JSON.stringify(require.resolve('@portal/remote/fast-refresh-runtime'));

/** Serves a build, and tells the pages which follow its changes. @returns the port */
const serve = async (root: string, outDir: string, pages: Set<ServerResponse>) => {
  const changes: Plugin = {
    name: 'portal-changes',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use('/changes', (_, response) => {
        response.writeHead(200, { ...LOCAL_SERVER.headers, 'content-type': 'text/event-stream' });
        response.flushHeaders();
        pages.add(response.once('close', () => pages.delete(response)));
      });
    },
  };
  const { httpServer } = await preview({
    root,
    configFile: false,
    build: { outDir },
    preview: LOCAL_SERVER,
    plugins: [changes],
  });
  const address = httpServer.address();
  return typeof address === 'object' ? address?.port : undefined;
};

const namesOf = (files: { fileName: string }[]): string => files.map(({ fileName }) => fileName).join(' ');

/** `vite build --watch`: serves the remote, and each change of it, to the page of a portal elsewhere. */
export const watched = (directory: string, remote: string): Plugin => {
  const sources = join(directory, 'src/');
  const isOwn = ({ moduleIds }: { moduleIds: string[] }) => moduleIds.some((id) => id.startsWith(sources));
  const pages = new Set<ServerResponse>();
  /** The stylesheets of the last build. */
  let served: string | undefined;
  return {
    name: 'portal-watched',
    apply: ({ build }, { command }) => command === 'build' && Boolean(build?.watch),
    config: {
      // `@vitejs/plugin-react` registers no components in builds.
      order: 'post',
      handler: () => ({
        // Not `dist`: nobody should publish this build.
        build: {
          outDir: 'node_modules/.portal-watch',
          // Packages stay in the page, with the state of their components, when the remote's own files run again.
          rolldownOptions: {
            output: { codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] } },
          },
        },
        define: { 'process.env.NODE_ENV': '"development"' },
        oxc: { jsx: { refresh: true } },
      }),
    },
    transform(code, id) {
      const isRemote = id === join(sources, 'remote.ts');
      if (!isRemote && !/\$Refresh(Reg|Sig)\$\(/.test(code)) return undefined;
      const component = JSON.stringify(`${remote}/${relative(directory, id)}`);
      // On the line of the first statement, so that the source map's lines stay valid.
      const before = `import { followBuilds as $follow, register as $register, signature as $RefreshSig$ } from ${RUNTIME}; const $RefreshReg$ = $register(${component}); `;
      const after = `\nimport * as $own from ${JSON.stringify(id)}; $follow($own, import.meta.url, (url) => import(/* @vite-ignore */ url));\n`;
      return { code: before + code + (isRemote ? after : ''), map: null };
    },
    // A browser runs a file once: an edit that somebody takes back needs another name.
    augmentChunkHash: (chunk) => (isOwn(chunk) ? String(Date.now()) : undefined),
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.values(bundle);
      const own = files.filter((file) => file.type === 'chunk' && isOwn(file));
      const styles = namesOf(files.filter(({ fileName }) => fileName.endsWith('.css')));
      const event = styles === served ? 'replace' : 'reload';
      for (const page of pages) page.write(`event: ${event}\ndata: ${namesOf(own)}\n\n`);
      if (served === undefined) process.stdout.write(previewHint(remote, await serve(directory, dir, pages)));
      served = styles;
    },
  };
};
