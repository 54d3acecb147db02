import { compileCatalog } from '@portal/texts/compile-catalog';

/**
 * Compiles a catalog of translations to an ECMAScript module. As JSON, it would need more of webpack's runtime, which
 * customers load in every language.
 */
const catalogLoader = (json: string): string =>
  `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalog(JSON.parse(json))))})`;

export default catalogLoader;
