import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { App } from '../http/validation';
import { emailContact, phoneContact, type Contact } from './contact';
import type { SignIn } from './sign-in';

const text = v.pipe(v.string(), v.maxLength(320));
const code = v.pipe(
  text,
  v.transform((typed) => typed.replace(/[\s-]/g, '')),
);
// To valibot an empty list is an object without fields.
const noList = v.pipe(
  v.unknown(),
  v.check((body) => !Array.isArray(body)),
);
const nothing = v.nullish(v.pipe(noList, v.strictObject({})));

const sent = {
  success: true,
  message: 'If we know you by this contact, a code is on its way. It can be used for 10 minutes.',
};
const wrong = {
  success: false,
  message: 'That code is wrong or no longer valid. Check it, or ask for a new one.',
};

const emailRequest = v.strictObject({ email: text });
const phoneRequest = v.strictObject({ phone: text });
const emailVerification = v.strictObject({ email: text, code });
const phoneVerification = v.strictObject({ phone: text, code });

/** The sign-in calls (specification section 7) and `POST /logout`. */
export const signInRoutes = (
  calls: App,
  { requestCode, verifyCode, requireCustomer, sessions, cookies, csrf, countries }: SignIn,
) => {
  const send = async (contact: Contact, request: FastifyRequest, reply: FastifyReply) => {
    await requestCode({ contact, browser: csrf.browserOf(request, reply), ip: request.ip });
    return sent;
  };

  const verify = async (contact: Contact, code: string, request: FastifyRequest, reply: FastifyReply) => {
    const customerId = await verifyCode({ contact, code, browser: cookies.browser(request) });
    if (!customerId) return wrong;
    await sessions.close(cookies.session(request));
    csrf.startSession(reply, await sessions.open(customerId));
    return { success: true, message: 'You are signed in.' };
  };

  calls.post('/customer-login/email', { schema: { body: emailRequest } }, (request, reply) =>
    send(emailContact(request.body.email), request, reply),
  );
  calls.post('/customer-login/phone', { schema: { body: phoneRequest } }, (request, reply) =>
    send(phoneContact(request.body.phone, countries), request, reply),
  );
  calls.post('/customer-login/email/verify', { schema: { body: emailVerification } }, (request, reply) =>
    verify(emailContact(request.body.email), request.body.code, request, reply),
  );
  calls.post('/customer-login/phone/verify', { schema: { body: phoneVerification } }, (request, reply) =>
    verify(phoneContact(request.body.phone, countries), request.body.code, request, reply),
  );

  calls.get('/auth-check', async (request, reply) => {
    await requireCustomer(request, reply);
    csrf.ensure(request, reply);
    return { success: true };
  });

  calls.post('/logout', { schema: { body: nothing } }, async (request, reply) => {
    await sessions.close(cookies.session(request));
    csrf.endSession(reply);
    return { success: true, message: 'You are signed out.' };
  });
};
