import type { ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import type { Descriptor } from '@portal/contract';
import { preview, type Plugin } from 'vite';
import { LOCAL_SERVER, previewHint } from './build-settings';
import { registered } from './fast-refresh';

const FOLLOW = '$refresh.followBuilds($own, import.meta.url, (url) => import(/* @vite-ignore */ url));';

/**
 * Packages do not run again with the remote's own files: their components keep their state, too. Those of the federation
 * start the container before what it shares is there, and those of the portal would wait for that.
 */
const PACKAGES = { name: 'packages', test: /node_modules(?!.*@(?:module-federation|portal))/ };

/** `vite build --watch`: serves the build, and each change of it, to the page of a portal elsewhere. */
export const watched = (directory: string, descriptor: Descriptor): Plugin => {
  const { name: remote } = descriptor;
  /** The requests of pages for the next build (`followBuilds`). */
  const waiting: ServerResponse[] = [];
  let served: string[] = [];

  const serve = async (outDir: string): Promise<void> => {
    const { httpServer, middlewares } = await preview({
      root: directory,
      configFile: false,
      // Leaves what is no file to the handler below.
      appType: 'custom',
      build: { outDir },
      preview: LOCAL_SERVER,
    });
    middlewares.use('/builds', (_, response) => {
      const headers = { ...LOCAL_SERVER.headers, 'content-type': 'text/event-stream' };
      waiting.push(response.writeHead(200, headers));
      response.flushHeaders();
    });
    const address = httpServer.address();
    process.stdout.write(previewHint(descriptor, typeof address === 'object' ? address?.port : undefined));
  };

  return {
    name: 'portal-watch',
    apply: ({ build }, { command }) => command === 'build' && Boolean(build?.watch),
    config: {
      // After `@vitejs/plugin-react`, which registers no components in a build.
      order: 'post',
      handler: () => ({
        build: {
          // Not `dist`: nobody should publish this build.
          outDir: 'node_modules/.portal-watch',
          // A page may still need files of the build before.
          emptyOutDir: false,
          rolldownOptions: { output: { codeSplitting: { groups: [PACKAGES] } } },
        },
        define: { 'process.env.NODE_ENV': '"development"' },
        oxc: { jsx: { refresh: true } },
      }),
    },
    transform(code, id) {
      const isRemote = id === join(directory, 'src/remote.ts');
      if (!isRemote && !/\$Refresh(Reg|Sig)\$\(/.test(code)) return undefined;
      const end = isRemote ? FOLLOW : '';
      return { code: registered(code, id, `${remote}/${relative(directory, id)}`, end), map: null };
    },
    // A new name in each build: a browser runs a module once, but an edit may be taken back.
    augmentChunkHash: ({ moduleIds }) =>
      moduleIds.some((id) => id.startsWith(join(directory, 'src/'))) ? String(Date.now()) : undefined,
    async writeBundle({ dir }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(css|js)$/.test(file));
      const changed = files.filter((file) => !served.includes(file)).join(' ');
      for (const response of waiting.splice(0)) response.end(`data: ${changed}\n\n`);
      if (served.length === 0) await serve(dir ?? 'dist');
      served = files;
    },
  };
};
