import { createHmac } from 'node:crypto';
import { normalizePhone } from '../customers/contact';
import { Failure } from '../http/errors';
import { acceptForms, formIn, type Routes } from '../http/validation';
import { preferenceStore } from '../customers/preference-store';
import type { Portal } from '../config/keys';
import { sameSecret } from '../config/secrets';

const PATH = '/hooks/twilio/sms';

/** Twilio's own keywords, with which it also blocks or unblocks the number. Without YES, a reply to other questions. */
const stopWords = [
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  ...['ARRET', 'ARRETE', 'ARRETT'],
];
const startWords = ['START', 'UNSTOP'];

/** Whether a text message switches SMS on or off; undefined when it does neither. */
const wishOf = (form: URLSearchParams): boolean | undefined => {
  const text = form.get('OptOutType') ?? form.get('Body') ?? '';
  // Without accents: ARRÊT.
  const word = text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  if (stopWords.includes(word)) return false;
  return startWords.includes(word) ? true : undefined;
};

/** Twilio signs the address that it calls, followed by the fields in the order of their names. */
export const twilioSignature = (authToken: string, url: string, form: URLSearchParams): string => {
  const fields = [...form].sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha1', authToken)
    .update(url + fields.map(([name, value]) => name + value).join(''))
    .digest('base64');
};

/** `POST /hooks/twilio/sms`: customers' replies to text messages. STOP switches a customer's SMS off, START on. */
export const twilioRoutes: Routes<Portal & { authToken: string }> = async (
  app,
  { authToken, config, database },
) => {
  const url = config.baseUrl + PATH;
  const preferences = preferenceStore(database);

  acceptForms(app);

  app.post(PATH, async (request, reply) => {
    const form = formIn(request);
    const signature = request.headers['x-twilio-signature'];
    if (!sameSecret(String(signature ?? ''), twilioSignature(authToken, url, form)))
      throw new Failure(
        403,
        'The signature is wrong. Check TWILIO_AUTH_TOKEN, PUBLIC_URL and the address in Twilio.',
      ).audited({ event: 'secret', outcome: 'wrong', variable: 'TWILIO_AUTH_TOKEN' });
    const isOn = wishOf(form);
    const address = normalizePhone(form.get('From') ?? '');
    if (isOn !== undefined && address)
      for (const customerId of await preferences.switchChannel('sms', isOn, 'phone', address))
        request.audit({ event: 'preferences', outcome: 'saved', by: 'reply', customerId, sms: isOn });
    // Twilio itself confirms STOP and START.
    return reply.header('cache-control', 'no-store').type('text/xml').send('<Response/>');
  });
};
