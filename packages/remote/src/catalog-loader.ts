import { compileCatalog } from '@portal/texts/compile-catalog';

/**
 * Compiles a catalog (packages/texts). An ECMAScript module, because an import of JSON would bring more code of webpack's
 * to everybody, whatever their language.
 */
const catalogLoader = (json: string): string =>
  `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalog(JSON.parse(json))))})`;

export default catalogLoader;
