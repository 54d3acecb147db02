/** Settings that the configurations of webpack and Rspack have in common, and of Vite where it has the choice. */

/** `import url from './photo.png'`: images and fonts are files of the build. */
export const assets = {
  test: /\.(avif|gif|jpe?g|png|svg|webp|woff2?)$/,
  type: 'asset/resource' as const,
};

/** `import classes from './screen.module.css'`: names are unique per remote and version. */
export const cssModules = {
  parser: { 'css/auto': { namedExports: false } },
  generator: { 'css/auto': { localIdentName: '[uniqueName]-[id]-[local]' } },
};

/** Why a build with a worker fails. */
export const NO_WORKERS =
  'Browsers do not verify the integrity of workers. Put the work into a module, and import() it where it is needed.';
