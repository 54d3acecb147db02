import { createTexts } from '@portal/texts';
import { useTheme } from '@portal/theme';
import { messages } from '../languages/en';

const { i18nIn, inLanguage } = createTexts(messages, {
  de: () => import(/* webpackChunkName: "language-de" */ '../languages/de'),
  es: () => import(/* webpackChunkName: "language-es" */ '../languages/es'),
  fr: () => import(/* webpackChunkName: "language-fr" */ '../languages/fr'),
  ar: () => import(/* webpackChunkName: "language-ar" */ '../languages/ar'),
});

export { inLanguage };

/** The texts in the portal's language. */
export const useI18n = () => i18nIn(useTheme().language);
