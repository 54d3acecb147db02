import { readConfig } from '../../variables';
import { i18nIn } from '../language/languages';
import { browserOf, countryName, deviceName, deviceOf } from './device';

const MOZILLA = 'Mozilla/5.0';
const IPHONE = `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const nameOf = (userAgent?: string, language: 'en' | 'de' | 'ar' = 'en') =>
  deviceName(deviceOf({ headers: { 'user-agent': userAgent } }, readConfig({}, '/')), i18nIn(language));

test.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on Windows',
    'Chrome 142',
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', 'Safari 18'],
  [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', 'Chrome 142'],
  [
    `${MOZILLA} (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    'Samsung Internet 28',
  ],
])('%s is called %s, and in reports of failures %s', (userAgent, name, browser) => {
  expect(nameOf(userAgent)).toBe(name);
  expect(browserOf(userAgent)).toBe(browser);
});

test('is told in the language of the reader', () => {
  const safari = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`;
  expect(nameOf(safari, 'de')).toBe('Safari auf iPhone');
  expect(nameOf(safari, 'ar')).toBe('\u2068Safari\u2069 على \u2068iPhone\u2069');
});

test.each([
  undefined,
  '',
  'Your account is locked, call +1 202 555 0199/1.0 (now) ',
  `${'a/ '.repeat(5_000)}`,
])('does not repeat the words of an unknown client', (userAgent) => {
  expect(nameOf(userAgent)).toBeUndefined();
  expect(browserOf(userAgent)).toBe('another browser');
});

test.each([
  ['DE', 'Germany'],
  ['T1', undefined],
  ['XX', undefined],
  ['ZZ', undefined],
  ['de, US', undefined],
  [undefined, undefined],
])('the country %s is %s', (country, name) => {
  const config = readConfig({ COUNTRY_HEADER: 'CF-IPCountry' }, '/');
  const device = deviceOf({ headers: { 'cf-ipcountry': country } }, config);
  expect(countryName(device, i18nIn('en'))).toBe(name);
});

test('believes no header that is not configured', () => {
  expect(deviceOf({ headers: { 'cf-ipcountry': 'DE' } }, readConfig({}, '/')).country).toBeNull();
});
