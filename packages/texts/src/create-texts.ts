import type { Language, RouteParams } from '@portal/contract';
import { createI18n, type I18n, type Messages } from './i18n';

/** Imports the catalog of each language, each in a chunk of its own. */
type Catalogs = Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>>>;

/** Loads the catalogs of this build: of the app, and of each package that it bundles. */
const loads: ((language: string) => Promise<void>)[] = [];

const pending = new Map<string, Promise<void>>();
const settled = new Set(['en']);

/** Loads this build's texts; undefined if they are. Never rejects: texts that fail to load stay English. */
export const loadLanguage = (language: string): Promise<void> | undefined => {
  if (settled.has(language)) return undefined;
  const loading =
    pending.get(language) ??
    Promise.all(loads.map((load) => load(language).catch((error: unknown) => reportError(error)))).then(
      () => void settled.add(language),
    );
  pending.set(language, loading);
  return loading;
};

/** Creates the functions that translate an app's texts, from its English and its other catalogs. */
export const createTexts = (english: Messages, catalogs: Catalogs) => {
  const inEnglish = createI18n('en', english);
  const imports = new Map(Object.entries(catalogs));
  const known = new Map<string, I18n>();
  loads.push(async (language) => {
    const catalog = await imports.get(language)?.();
    if (catalog) known.set(language, createI18n(language, catalog.messages));
  });

  const i18nIn = (language: string): I18n => known.get(language) ?? inEnglish;
  return {
    /** The texts in a language; in English until `loadLanguage` has loaded it. */
    i18nIn,
    /** Creates a route's title. */
    inLanguage:
      (title: (i18n: I18n, params: RouteParams) => string) =>
      (params: RouteParams, language: string): string =>
        title(i18nIn(language), params),
  };
};
