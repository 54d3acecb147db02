import { createHmac } from 'node:crypto';
import { DeliveryError } from '../../messages/message';
import type { Config } from '../../platform/config/config';
import { errorCode } from '../../platform/config/error-code';
import type { Answer } from './delivery-store';

const TIMEOUT_MS = 15_000;

type Webhook = NonNullable<Config['answers']['webhook']>;

/** The signature of Standard Webhooks: HMAC-SHA256 of id, time, and body, by the secret after `whsec_`. */
const signatureOf = (secret: string, id: string, timestamp: string, body: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
};

const payloadOf = (answer: Answer, linkTo: (file: string) => string) => ({
  type: 'answer.created',
  timestamp: answer.at.toISOString(),
  data: {
    id: answer.id,
    serviceOrderNbr: answer.orderNbr,
    description: answer.description,
    customer: { name: answer.name, email: answer.email, phone: answer.phone },
    question: answer.question === null ? null : { id: answer.question, text: answer.asked },
    choice: answer.choice === null ? null : { id: answer.choice, label: answer.label },
    text: answer.message,
    files: answer.files.map((file) => ({ ...file, url: linkTo(file.id) })),
  },
});

/** Posts answers to a server of the company, each with the same id at each attempt. @throws DeliveryError */
export const postAnswer =
  ({ url, secret }: Webhook, linkTo: (file: string) => string, timeoutMs = TIMEOUT_MS) =>
  async (answer: Answer): Promise<void> => {
    const body = JSON.stringify(payloadOf(answer, linkTo));
    const timestamp = String(Math.floor(Date.now() / 1000));
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': answer.id,
        'webhook-id': answer.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secret, answer.id, timestamp, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: Error) => {
      const reason =
        cause.name === 'TimeoutError'
          ? `no response within ${timeoutMs / 1000} seconds`
          : `no response (${errorCode(cause.cause) ?? cause.name})`;
      throw new DeliveryError(`webhook: ${reason}`, { cause });
    });
    // Only the status counts.
    await response.body?.cancel();
    if (!response.ok) throw new DeliveryError(`webhook: ${response.status}`);
  };
