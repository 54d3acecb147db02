export { createTexts, loadLanguage } from './create-texts';
export type { I18n } from './i18n';
