import * as v from 'valibot';
import { normalizePhone } from '../../platform/contact/contact';
import type { Portal } from '../../platform/crypto/keys';
import { Failure } from '../../platform/http/errors';
import { acceptBytes } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { preferenceStore } from '../../identity/customers/preference-store';
import type { SmsReplies } from '../sms/sms-service';

/** The providers' keywords, and those of the portal's languages. Without YES, a reply to other questions. */
const stopWords = [
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  ...['STOPP', 'ABMELDEN', 'ABBESTELLEN', 'ALTO', 'PARAR', 'BAJA', 'CANCELAR'],
  ...['ARRET', 'ARRETE', 'ARRETER', 'ARRETT', 'DESABONNER', 'قف', 'توقف', 'ايقاف', 'الغاء'],
];
const startWords = ['START', 'UNSTOP', 'STARTEN', 'INICIAR', 'ALTA', 'DEMARRER', 'REPRENDRE', 'ابدا', 'بدء'];

/** Whether a text message switches SMS on or off; undefined when it does neither. */
const wishOf = (text: string): boolean | undefined => {
  // Only letters, and without accents: ARRÊT, إيقاف.
  const word = text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{Lu}\p{Lo}]/gu, '');
  if (stopWords.includes(word)) return false;
  return startWords.includes(word) ? true : undefined;
};

const BODY_LIMIT = 16 * 1024;

/** Replies to text messages: STOP switches SMS off for all customers with the number, START on. */
const smsReplyRoutes: Routes<Portal & { replies: SmsReplies }> = async (
  app,
  { config, database, replies },
) => {
  const { path, variable, read, response } = replies;
  // Signatures are over the bytes.
  acceptBytes(app, BODY_LIMIT);

  const schema = { body: v.pipe(v.instance(Buffer), v.transform(String)) };
  app.post(path, { schema }, async (request, reply) => {
    const { headers, body } = request;
    const received = await read({ url: config.baseUrl + path, headers, body });
    if (!received)
      throw new Failure(
        403,
        `The signature is wrong. Check ${variable}, PUBLIC_URL and the address in the provider's console.`,
      ).audited({ event: 'secret', outcome: 'wrong', variable });
    const isOn = wishOf(received.text ?? '');
    const phone = normalizePhone(received.from ?? '');
    if (isOn !== undefined && phone !== undefined)
      for (const customerId of await preferenceStore(database).switchChannel('sms', isOn, 'phone', phone))
        request.audit({ event: 'preferences', outcome: 'saved', by: 'reply', customerId, sms: isOn });
    return reply.header('cache-control', 'no-store').type(response.type).send(response.body);
  });
};

/** STOP and START as replies to text messages. */
export const smsReplies = { name: 'sms-replies', replyRoutes: smsReplyRoutes };
