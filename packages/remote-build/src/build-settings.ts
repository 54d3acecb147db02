import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Descriptor } from '@portal/contract';

/** Settings that the configurations of webpack and Rspack have in common, and of Vite where it has the choice. */

/** The start of the names that `import.meta.env` has from the environment and `.env` files, as in Vite. */
export const VARIABLES = 'VITE_';

/** How imports are found: also by the `paths` of `tsconfig.json`. @param option the bundler's name for that file */
export const resolveIn = (directory: string, option: 'tsconfig' | 'tsConfig') => {
  const file = join(directory, 'tsconfig.json');
  return { extensions: ['.tsx', '.ts', '.js'], ...(existsSync(file) && { [option]: file }) };
};

/** `import url from './photo.png'`: these are files of the build. `import text from './terms.md?raw'`: as in Vite. */
export const assets = [
  {
    test: /\.(avif|gif|ico|jpe?g|png|svg|webp|eot|otf|ttf|woff2?|mp3|mp4|webm|pdf)$/,
    type: 'asset/resource' as const,
  },
  { resourceQuery: /^\?raw$/, type: 'asset/source' as const },
];

/**
 * `import classes from './screen.module.css'`: names are unique per remote and version, but those of custom properties
 * stay, which the theme has.
 */
export const cssModules = {
  parser: { 'css/auto': { namedExports: false, dashedIdents: false } },
  generator: { 'css/auto': { localIdentName: '[uniqueName]-[id]-[local]' } },
};

/** Why a build with a worker fails. */
export const NO_WORKERS =
  'Browsers do not verify the integrity of workers. Put the work into a module, and import() it where it is needed.';

/** A server of a remote's build on the developer's machine, for the page of a portal elsewhere. */
export const LOCAL_SERVER = {
  host: '127.0.0.1',
  headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
};

/** Browsers keep the preview in a cookie. */
const LONGEST_DESCRIPTOR = 1500;

/** The message with the address that shows this remote in a portal, with its descriptor: it need not be released. */
export const previewHint = (descriptor: Descriptor, port: number | string | undefined): string => {
  const text = Buffer.from(JSON.stringify(descriptor)).toString('base64url');
  const path = text.length > LONGEST_DESCRIPTOR ? '' : `/${text}`;
  const address = `/?preview=${descriptor.name}@http://localhost:${port}${path}`;
  return `In a portal that runs with ALLOW_LOCAL_REMOTES=true, open ${address}\nOn this machine: http://localhost:3000${address}\n`;
};

/** The part of the dev servers of webpack and Rspack used here. */
interface ListeningServer {
  options: { port?: number | string | undefined };
  middleware?: { waitUntilValid: (callback: () => void) => void } | undefined;
}

/**
 * Options of the dev servers of webpack and Rspack, which serve a remote, and each change of it, to the page of a portal
 * elsewhere: fast-refresh.ts says when the page loads again.
 */
export const localDevServer = (remote: Descriptor) => ({
  ...LOCAL_SERVER,
  port: 'auto' as const,
  hot: true,
  liveReload: true,
  static: false,
  // The page belongs to a portal with an unknown address.
  allowedHosts: 'all' as const,
  client: { webSocketURL: { protocol: 'ws', hostname: 'localhost' }, overlay: false },
  onListening: ({ options: { port }, middleware }: ListeningServer): void => {
    // A page would not wait for the first build.
    middleware?.waitUntilValid(() => process.stdout.write(previewHint(remote, port)));
  },
});
