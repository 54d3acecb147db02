import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import catalogModule from './catalog-loader';

const CATALOG = '\0portal-catalog:';

/** Compiles the translations of a remote: `import('../languages/de.json')`. */
export const catalogs = (): Plugin => ({
  name: 'portal-catalogs',
  enforce: 'pre',
  resolveId(request, importer) {
    // Drop the extension: Vite would parse an id that ends with .json as JSON.
    const [, path] = /^(\..*\/languages\/\w+)\.json$/.exec(request) ?? [];
    return path && importer ? CATALOG + resolve(dirname(importer), path) : undefined;
  },
  async load(id) {
    if (!id.startsWith(CATALOG)) return undefined;
    const file = `${id.slice(CATALOG.length)}.json`;
    this.addWatchFile(file);
    return catalogModule(await readFile(file, 'utf8'));
  },
});
