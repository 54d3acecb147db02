import babel from '@lingui/cli/api/extractors/babel';
import { defineConfig, type ExtractorType } from '@lingui/conf';
import { formatter } from '@lingui/format-json';
import { LANGUAGES } from '@portal/contract';

/** The apps and packages with texts for customers. */
const PLACES = [
  'apps/login',
  'apps/notification-preferences',
  'apps/orders',
  'apps/server',
  'apps/shell',
  'packages/theme',
];

/** The texts of a remote's descriptor, which the drawer shows. */
const descriptors: ExtractorType = {
  match: (file) => file.endsWith('/remote.json'),
  extract: (file, json, found) => {
    const { title, navigation } = JSON.parse(json) as { title: string; navigation: { label: string }[] };
    for (const id of [title, ...navigation.map(({ label }) => label)])
      found({ id, message: '', context: '', origin: [file, 1, 0], placeholders: {} });
  },
};

const json = formatter({ style: 'minimal' });

/** Of English, only texts with placeholders are compiled: each other one is its own id, which `createI18n` shows. */
const parse: typeof json.parse = async (content, context) => {
  const texts = Object.entries(await json.parse(content, context));
  const isCompiled = (text: string) => context.locale !== 'en' || /[{}']/.test(text);
  return Object.fromEntries(texts.filter(([text]) => isCompiled(text)));
};

/** Lingui: `pnpm texts` updates the catalogs, `pnpm install` and each build compile them. */
export default defineConfig({
  locales: [...LANGUAGES],
  sourceLocale: 'en',
  extractors: [babel, descriptors],
  format: { ...json, parse },
  // A text keeps its place when its code moves.
  orderBy: 'messageId',
  compileNamespace: 'ts',
  catalogs: PLACES.map((folder) => ({
    path: `${folder}/languages/{locale}`,
    include: [`${folder}/src`, `${folder}/remote.json`],
    exclude: ['**/*.test.*', '**/testing/**'],
  })),
});
