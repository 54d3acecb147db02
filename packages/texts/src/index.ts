export { createTexts, loadLanguage } from './create-texts';
export type { I18n, Values } from './i18n';
