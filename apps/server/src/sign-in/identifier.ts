import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** RFC 5321 section 4.5.3.1.3. */
const longestEmail = 254;

/** Normalises a mail address, so that each has one spelling before any limit; undefined when it is none. */
export const normaliseEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return /^[^\s\p{C}@<>,;:"]+@[^\s\p{C}@<>,;:"]+$/u.test(email) && email.length <= longestEmail
    ? email
    : undefined;
};

/**
 * Normalises a phone number to E.164; undefined when it is none.
 * @param country where a number without a country code is taken to be from: 'US'
 */
export const normalisePhone = (text: string, country = ''): string | undefined => {
  const options = isSupportedCountry(country)
    ? { defaultCountry: country, extract: false }
    : { extract: false };
  const phone = parsePhoneNumberFromString(text.trim(), options);
  return phone?.isPossible() ? phone.number : undefined;
};

/** The country of a number in E.164, such as 'US'; undefined when the number belongs to none. */
export const countryOf = (phone: string): string | undefined => parsePhoneNumberFromString(phone)?.country;
