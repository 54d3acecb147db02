import type { I18n } from '@portal/texts/i18n';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config';

/** Where a request comes from, as far as it tells: a browser, on a system, in a country (ISO 3166-1). */
export interface Device {
  browser: string | null;
  system: string | null;
  country: string | null;
}

/** Real ones are shorter; a longer one costs the parser time. */
const LONGEST_USER_AGENT = 512;

/** The parser throws for an empty text. */
const parse = (userAgent = '') => Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT) || 'none');

/** Only names of the parser: of an unknown browser it returns the client's own words, which nothing must quote. */
const nameIn = (names: Record<string, string>, name = ''): string | null =>
  Object.values(names).includes(name) ? name.replace(' for Android', '') : null;

/** The browser with its version, as `Chrome 131`. */
export const browserOf = (userAgent: string | undefined): string => {
  const { browser } = parse(userAgent);
  const name = nameIn(Bowser.BROWSER_MAP, browser.name);
  const [version] = /^\d{1,4}(?=\.|$)/.exec(browser.version ?? '') ?? [];
  return name && version ? `${name} ${version}` : 'another browser';
};

/** The device of a request. Its country is as true as the proxy that writes COUNTRY_HEADER. */
export const deviceOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  { countryHeader }: Pick<Config, 'countryHeader'>,
): Device => {
  const { browser, os, platform } = parse(headers['user-agent']);
  const isApple = platform.model === 'iPhone' || platform.model === 'iPad';
  const country = countryHeader && headers[countryHeader];
  return {
    browser: nameIn(Bowser.BROWSER_MAP, browser.name),
    system: isApple ? (platform.model ?? null) : nameIn(Bowser.OS_MAP, os.name),
    // ZZ: unknown (CLDR).
    country: typeof country === 'string' && /^(?!ZZ)[A-Z]{2}$/.test(country) ? country : null,
  };
};

/** "Chrome on Windows"; undefined when nothing is known. */
export const deviceName = ({ browser, system }: Omit<Device, 'country'>, i18n: I18n): string | undefined =>
  browser && system ? i18n.t('{browser} on {system}', { browser, system }) : (browser ?? system ?? undefined);

/** The name of a device's country in the reader's language; undefined when it is not known. */
export const countryName = ({ country }: Pick<Device, 'country'>, { language }: I18n): string | undefined =>
  country ? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(country) : undefined;
