import { calls, plainText, withAsciiDigits } from '@portal/api/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CodeRefusal } from '../../platform/audit/audit';
import {
  mayReach,
  normalizeEmail,
  normalizePhone,
  type Channel,
  type Contact,
} from '../../platform/contact/contact';
import { Failure } from '../../platform/http/errors';
import { respondTo, type Routes } from '../../platform/http/validation';
import { requestCode } from './request-code';
import type { SignIn } from '../sessions/sign-in';
import { verifyCode } from './verify-code';

const WRONG = /*i18n*/ 'That code is wrong or no longer valid. Check it, or ask for a new one.';
/** One sentence for a wrong code and for none, so that a stranger cannot tell whether a code is pending. */
const refused: Record<CodeRefusal, string> = {
  'wrong-code': WRONG,
  'ended-code': WRONG,
  'no-customer': WRONG,
  // Only the browser that asked learns these. A former code is worthless, and counts as an attempt all the same.
  'former-code': /*i18n*/ 'A newer code was sent after this one. Enter the newest one.',
  'expired-code': /*i18n*/ 'This code has expired. Ask for a new one.',
  'spent-code': /*i18n*/ 'Too many attempts. Ask for a new code.',
};

const SENT: Record<Channel, string> = {
  email: /*i18n*/ 'If this address is registered, we’ve sent a code. It can be used for 10 minutes.',
  sms: /*i18n*/ 'If this number is registered, we’ve sent a code. It can be used for 10 minutes.',
};

/** @throws Failure 400 when the text is not an email address */
const emailContact = (text: string): Contact => {
  const address = normalizeEmail(text);
  if (!address)
    throw new Failure(400, (i18n) => i18n.t('Enter a valid email address, for example ann@example.com.'));
  return { channel: 'email', address };
};

/** A number without a country code belongs to the first of the countries. @throws Failure 400 */
const phoneContact = (text: string, countries?: readonly string[]): Contact => {
  const address = normalizePhone(text, countries?.[0] ?? 'US');
  if (!address)
    throw new Failure(400, (i18n) =>
      i18n.t('Enter a valid phone number with its country code, for example +1 202 555 0123.'),
    );
  const contact: Contact = { channel: 'sms', address };
  if (!mayReach(contact, countries))
    throw new Failure(400, (i18n) =>
      i18n.t('We cannot send text messages to this country. Sign in with your email address instead.'),
    );
  return contact;
};

const verify = async (
  { portal, cookies, visitOf, welcome }: SignIn,
  contact: Contact,
  code: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const verified = await verifyCode(portal, {
    contact,
    // Customers type codes with the spaces and dashes that make them readable, and in digits of their own script.
    code: withAsciiDigits(plainText(code)).replace(/[\s\p{Pd}]/gu, ''),
    browser: cookies.browser.read(request),
    visit: visitOf(request),
  });
  if ('refusal' in verified) {
    request.audit({ event: 'sign-in', outcome: verified.refusal, contact });
    return { success: false, message: request.i18n.t(refused[verified.refusal]) };
  }
  welcome(request, reply, { ...verified, contact });
  return { success: true, message: request.i18n.t('You are signed in.') };
};

interface CodeRoutes {
  signIn: SignIn;
  wakeDelivery: () => void;
}

/** The calls that request and verify a code (specification section 7). */
export const codeRoutes: Routes<CodeRoutes> = async (app, { signIn, wakeDelivery }) => {
  const { portal, csrf, visitOf } = signIn;
  const { countries } = portal.config.sms;

  const send = async (contact: Contact, request: FastifyRequest, reply: FastifyReply) => {
    const browser = csrf.browserOf(request, reply);
    await requestCode(portal, { contact, browser, ip: request.ip, visit: visitOf(request) });
    wakeDelivery();
    request.audit({ event: 'code', outcome: 'requested', contact });
    return { success: true, message: request.i18n.t(SENT[contact.channel]) };
  };

  respondTo(app, calls.requestEmailCode, async (request, reply) =>
    send(emailContact(request.body.email), request, reply),
  );

  respondTo(app, calls.requestPhoneCode, async (request, reply) =>
    send(phoneContact(request.body.phone, countries), request, reply),
  );

  respondTo(app, calls.verifyEmailCode, async (request, reply) =>
    verify(signIn, emailContact(request.body.email), request.body.code, request, reply),
  );

  respondTo(app, calls.verifyPhoneCode, async (request, reply) =>
    verify(signIn, phoneContact(request.body.phone, countries), request.body.code, request, reply),
  );
};
