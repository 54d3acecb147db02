import { domainToASCII, domainToUnicode } from 'node:url';
import { plainText, withAsciiDigits } from '@portal/api/wire';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** The delivery channels. messages/channels.ts says how each delivers. */
export const channelNames = ['email', 'sms'] as const;

export type Channel = (typeof channelNames)[number];

/** The kind of address that each channel needs. */
export const addressKinds = { email: 'email', sms: 'phone' } as const satisfies Record<
  Channel,
  'email' | 'phone'
>;

/** Where a code goes: a channel and its normalized address. */
export interface Contact {
  channel: Channel;
  address: string;
}

/** RFC 5321 section 4.5.3.1.3. */
const LONGEST_EMAIL = 254;

/** The domain lacks what ends a host in a URL: `domainToASCII` reads it as one. */
const EMAIL = /^([^\s\p{C}@<>,;:"]+)@([^\s\p{C}@<>,;:"/?#\\%[\]]+)$/u;

/**
 * Normalizes an email address, so that each has one spelling before any limit; undefined when invalid. Its domain is in
 * ASCII, as some browsers send it, and as every mail server knows it.
 */
export const normalizeEmail = (text: string): string | undefined => {
  const [, local = '', host = ''] = EMAIL.exec(plainText(text).toLowerCase().normalize('NFC')) ?? [];
  const domain = domainToASCII(host).replace(/\.+$/, '');
  const email = `${local}@${domain}`;
  return domain && email.length <= LONGEST_EMAIL ? email : undefined;
};

/**
 * Normalizes a phone number to E.164; undefined when invalid, or with an extension, which no text message reaches.
 * @param country the country of numbers without a country code, such as 'US'
 */
export const normalizePhone = (text: string, country = ''): string | undefined => {
  const options = isSupportedCountry(country)
    ? { defaultCountry: country, extract: false }
    : { extract: false };
  const parse = (number: string) => parsePhoneNumberFromString(number, options);
  // Most countries dial 00 for the +, and some people write either in brackets: (+44) 20 7946 0018.
  const plain = withAsciiDigits(plainText(text)).replace(/\s/g, ' ');
  const written = parse(plain.replace(/^\(((?:\+|00)\d{1,3})\)/, '$1').replace(/^00 */, '+'));
  if (!written || written.ext) return undefined;
  // Until 2019, numbers of mobile phones in Mexico had a prefix.
  const phone = parse(written.number.replace(/^\+52(?:1|01|04[45])(?=\d{10}$)/, '+52'));
  return phone?.isPossible() ? phone.number : undefined;
};

const countryOf = (phone: string): string | undefined => parsePhoneNumberFromString(phone)?.country;

/** Whether messages may go to a contact. @param countries where text messages may go; undefined: everywhere */
export const mayReach = ({ channel, address }: Contact, countries?: readonly string[]): boolean =>
  addressKinds[channel] !== 'phone' || !countries || countries.includes(countryOf(address) ?? '');

/** Enough of an address for its owner to recognize it: `a•••@example.com`, `•••• 0123`. */
export const maskContact = ({ channel, address }: Contact): string =>
  addressKinds[channel] === 'phone'
    ? `•••• ${address.slice(-4)}`
    : address.replace(/^(.).*(?=@)/u, '$1•••').replace(/[^@]*$/, (domain) => domainToUnicode(domain));

/** A customer's address and number, masked for display. */
export const maskContacts = ({ email, phone }: Record<'email' | 'phone', string | null>) => ({
  email: email && maskContact({ channel: 'email', address: email }),
  phone: phone && maskContact({ channel: 'sms', address: phone }),
});

/** The contact that identifies a customer: the email address, or without one the phone number. */
export const contactOf = ({ email, phone }: Record<'email' | 'phone', string | null>): Contact =>
  email === null ? { channel: 'sms', address: phone ?? '' } : { channel: 'email', address: email };

/** All contacts of a customer, that which identifies them first. */
export const contactsOf = ({
  email,
  phone,
}: Record<'email' | 'phone', string | null | undefined>): Contact[] => [
  ...(email ? [{ channel: 'email' as const, address: email }] : []),
  ...(phone ? [{ channel: 'sms' as const, address: phone }] : []),
];

/** One name for a contact in all logs, which only holders of the key can tell from another's. */
export const contactHash = (key: { sign: (text: string) => string }, { address }: Pick<Contact, 'address'>) =>
  key.sign(address).slice(0, 12);

/** Reads an email address or a phone number, as operators write it; undefined when it is neither. */
export const readContact = (text: string, countries?: readonly string[]): Contact | undefined => {
  const email = normalizeEmail(text);
  const address = email ?? normalizePhone(text, countries?.[0] ?? 'US');
  return address === undefined ? undefined : { channel: email ? 'email' : 'sms', address };
};
