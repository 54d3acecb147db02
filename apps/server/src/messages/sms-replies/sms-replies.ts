import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { normalizePhone } from '../../platform/contact/contact';
import { Failure } from '../../platform/http/errors';
import { acceptForms, formIn, type Routes } from '../../platform/http/validation';
import { preferenceStore } from '../../identity/customers/preference-store';
import type { Portal } from '../../platform/crypto/keys';
import { sameSecret } from '../../platform/crypto/secrets';

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

/** Does what a reply says, for all customers with the number. */
const obey = async (request: FastifyRequest, { database }: Portal, from: string, text: string) => {
  const isOn = wishOf(text);
  const address = normalizePhone(from);
  if (isOn === undefined || !address) return;
  for (const customerId of await preferenceStore(database).switchChannel('sms', isOn, 'phone', address))
    request.audit({ event: 'preferences', outcome: 'saved', by: 'reply', customerId, sms: isOn });
};

const wrongSignature = (variable: 'TWILIO_AUTH_TOKEN' | 'VONAGE_SIGNATURE_SECRET') =>
  new Failure(
    403,
    `The signature is wrong. Check ${variable}, PUBLIC_URL and the address in the provider's console.`,
  ).audited({ event: 'secret', outcome: 'wrong', variable });

/** Twilio signs the address that it calls, followed by the fields in the order of their names. */
export const twilioSignature = (authToken: string, url: string, form: URLSearchParams): string => {
  const fields = [...form].sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha1', authToken)
    .update(url + fields.map(([name, value]) => name + value).join(''))
    .digest('base64');
};

/** `POST /hooks/twilio/sms`: replies to text messages. STOP switches a customer's SMS off, START on. */
export const twilioRoutes: Routes<Portal & { authToken: string }> = async (app, { authToken, ...portal }) => {
  const path = '/hooks/twilio/sms';
  acceptForms(app);

  app.post(path, async (request, reply) => {
    const form = formIn(request);
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    if (!sameSecret(signature, twilioSignature(authToken, portal.config.baseUrl + path, form)))
      throw wrongSignature('TWILIO_AUTH_TOKEN');
    // A messaging service can have keywords of its own, and says what they mean.
    const text = form.get('OptOutType') ?? form.get('Body') ?? '';
    await obey(request, portal, form.get('From') ?? '', text);
    // Twilio itself confirms STOP and START.
    return reply.header('cache-control', 'no-store').type('text/xml').send('<Response/>');
  });
};

const Reply = v.object({ from: v.string(), text: v.string() });
const Illegal = v.object({ type: v.pipe(v.string(), v.endsWith('#1240')) });
/** The status of a message to somebody who has replied STOP before. */
const OptedOut = v.object({ to: v.string(), error: Illegal });
const Received = v.pipe(v.string(), v.parseJson(), v.union([Reply, OptedOut]));

/** Vonage signs the hash of the body, in a JWT (developer.vonage.com, "Decoding signed webhooks"). */
const isSigned = async (authorization = '', body: string, secret: string): Promise<boolean> => {
  const { jwtVerify } = await import('jose');
  const token = authorization.replace(/^Bearer /i, '');
  // Vonage repeats a failed call for a day.
  const options = { algorithms: ['HS256'], maxTokenAge: '1 day' };
  const verified = await jwtVerify(token, new TextEncoder().encode(secret), options).catch(() => undefined);
  const hash = createHash('sha256').update(body).digest('hex');
  return sameSecret(String(verified?.payload['payload_hash']), hash);
};

/** `POST /hooks/vonage/sms`: the same from Vonage. */
export const vonageRoutes: Routes<Portal & { secret: string }> = async (app, { secret, ...portal }) => {
  // As text: the signature is over the bytes.
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: 16 * 1024 } as const;
  app.addContentTypeParser('application/json', options, async (_: unknown, body: string) => body);

  app.post('/hooks/vonage/sms', { schema: { body: v.string() } }, async (request, reply) => {
    if (!(await isSigned(request.headers.authorization, request.body, secret)))
      throw wrongSignature('VONAGE_SIGNATURE_SECRET');
    const { success, output } = v.safeParse(Received, request.body);
    if (success && 'text' in output) await obey(request, portal, `+${output.from}`, output.text);
    if (success && 'error' in output) await obey(request, portal, `+${output.to}`, 'STOP');
    return reply.header('cache-control', 'no-store').send({});
  });
};
