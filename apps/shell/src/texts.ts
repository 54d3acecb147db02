import { createTexts } from '@portal/texts';

export const { useI18n } = createTexts({
  de: () => import(/* webpackChunkName: "language-de" */ '../languages/de.json'),
  es: () => import(/* webpackChunkName: "language-es" */ '../languages/es.json'),
  fr: () => import(/* webpackChunkName: "language-fr" */ '../languages/fr.json'),
  ar: () => import(/* webpackChunkName: "language-ar" */ '../languages/ar.json'),
});
