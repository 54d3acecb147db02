export { createTexts, loadLanguage } from './create-texts';
export { ENGLISH, type I18n, type Values } from './i18n';
