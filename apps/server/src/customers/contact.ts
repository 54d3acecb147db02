import { Failure } from '../http/failure';
import { countryOf, normaliseEmail, normalisePhone } from './identifier';

/** Where a code goes: a channel and its normalised address. */
export interface Contact {
  channel: 'email' | 'sms';
  address: string;
}

/** @throws Failure 400 when the text is no mail address */
export const emailContact = (text: string): Contact => {
  const address = normaliseEmail(text);
  if (!address) throw new Failure(400, 'Enter a valid email address, for example ann@example.com.');
  return { channel: 'email', address };
};

/**
 * @param countries where text messages may go; undefined: everywhere. The first, else the United States, is that of a
 * number without a country code.
 * @throws Failure 400 when the text is no phone number, or one of another country
 */
export const phoneContact = (text: string, countries?: readonly string[]): Contact => {
  const address = normalisePhone(text, countries?.[0] ?? 'US');
  if (!address)
    throw new Failure(400, 'Enter a valid phone number with its country code, for example +1 202 555 0123.');
  if (countries && !countries.includes(countryOf(address) ?? ''))
    throw new Failure(
      400,
      'We cannot send text messages to this country. Sign in with your email address instead.',
    );
  return { channel: 'sms', address };
};
