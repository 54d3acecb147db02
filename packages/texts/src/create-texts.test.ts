import { createTexts, loadLanguage } from './create-texts';

const lost = new Error('The chunk did not arrive.');
const lose = () => Promise.reject(lost);
const german = () => Promise.resolve({ messages: { Orders: ['Aufträge'] } });
const catalogs = { de: german, es: lose, fr: lose, ar: lose };
const { i18nIn, inLanguage } = createTexts({ Orders: ['Orders'] }, catalogs);
const title = inLanguage((i18n) => i18n.t('Orders'));

beforeEach(() => void (globalThis.reportError = jest.fn()));

it('is English until a language has loaded', async () => {
  expect(title({}, 'de')).toBe('Orders');
  await loadLanguage('de');
  expect(title({}, 'de')).toBe('Aufträge');
  expect(loadLanguage('de')).toBeUndefined();
});

it.each(['fr', 'xx'])('stays English if there is no catalog of %s', async (language) => {
  await loadLanguage(language);
  expect(i18nIn(language).t('Orders')).toBe('Orders');
});

it('reports a lost chunk, and shares a load that is under way', async () => {
  expect(loadLanguage('es')).toBe(loadLanguage('es'));
  await loadLanguage('es');
  expect(reportError).toHaveBeenCalledWith(lost);
});
