import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { DeliveryError, type Message, type Service } from '../message';

const TIMEOUT_MS = 20_000;

/** How a provider hands over replies to text messages. */
export interface SmsReplies {
  path: string;
  /** The variable whose secret signs them. */
  variable: 'TWILIO_AUTH_TOKEN' | 'VONAGE_SIGNATURE_SECRET';
  /** @returns undefined if the signature is wrong; without `text`, it is no reply */
  read: (call: {
    url: string;
    headers: IncomingHttpHeaders;
    body: string;
  }) => Promise<{ from?: string | null; text?: string | null } | undefined>;
  response: { type: string; body: string };
}

/** What differs between the HTTP APIs of two providers of text messages. */
export interface SmsApi {
  /** Whether replies of customers arrive: messages say "Reply STOP" only then. */
  receivesReplies: boolean;
  /** Absent: the portal gets none. */
  replies?: SmsReplies | undefined;
  /** The variables of the account, and of the address. */
  variables: { account: string; baseUrl: string };
  /** Name and secret, for HTTP Basic. */
  account: readonly [string, string];
  /** The request that sends a text message; its body knows its own content type. */
  message: (message: Pick<Message, 'id' | 'to' | 'text'>) => {
    url: string;
    body: URLSearchParams | Blob;
    headers?: Record<string, string>;
  };
  /** The resource that the doctor reads, and what is wrong with it. */
  check: { url: string; problemOf: (body: unknown) => string | undefined };
  /** The same of its sender, where it is a number. A server with the same API need not have it. */
  checkSender?: SmsApi['check'] | undefined;
  /** The provider's code for a refusal; 0 without one. */
  codeOf: (body: unknown) => number;
  /** The code after the recipient replied STOP. Absent: it has none. */
  optedOut?: number;
  /** Codes that decide whatever the status: retrying is pointless, or may succeed later or after a repair. */
  final: ReadonlySet<number>;
  temporary: ReadonlySet<number>;
}

/** What ends a connection after the request was sent. Before, there are other codes: refused, not found. */
const LOST = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const Cause = v.object({ name: v.string(), code: v.optional(v.unknown()), cause: v.optional(v.unknown()) });

/** Whether the request may have arrived, although its response did not. */
const isLost = (error: unknown): boolean => {
  const { success, output } = v.safeParse(Cause, error);
  return success && (output.name === 'TimeoutError' || LOST.has(output.code) || isLost(output.cause));
};

export type SmsService = Service & Pick<SmsApi, 'receivesReplies' | 'replies'>;

/** Sends text messages through a provider's API. */
export const smsService = (api: SmsApi): SmsService => {
  const authorization = `Basic ${Buffer.from(api.account.join(':')).toString('base64')}`;

  const request = async (url: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { authorization, ...init.headers };
    const response = await fetch(url, { ...init, headers, signal });
    const body: unknown = await response.json().catch(() => undefined);
    return { ok: response.ok, status: response.status, body };
  };

  const senderProblem = async (): Promise<string | undefined> => {
    const { checkSender } = api;
    const response = checkSender && (await request(checkSender.url).catch(() => undefined));
    return response?.ok ? checkSender?.problemOf(response.body) : undefined;
  };

  return {
    receivesReplies: api.receivesReplies,
    replies: api.replies,

    check: async () => {
      const { account, baseUrl } = api.variables;
      const response = await request(api.check.url).catch(() => undefined);
      if (!response) return `It does not respond. Check ${baseUrl}, and whether this machine reaches it.`;
      if (response.ok) return api.check.problemOf(response.body) ?? senderProblem();
      return [401, 403].includes(response.status)
        ? `It refuses the account. Copy ${account} from its console again.`
        : `It answers ${response.status}. Check ${baseUrl}, and ${account}.`;
    },

    send: async (message) => {
      const { url, ...content } = api.message(message);
      const sent = request(url, { method: 'POST', ...content }).catch((cause: unknown) => {
        throw new DeliveryError('sms: no response', { isUnanswered: isLost(cause), cause });
      });
      const { ok, status, body } = await sent;
      if (ok) return;
      const code = api.codeOf(body);
      // Without those that blame credentials, credit, permission, timeout, or rate.
      const isRefused = status >= 400 && status < 500 && ![401, 402, 403, 408, 429].includes(status);
      const isFinal = api.final.has(code) || (isRefused && !api.temporary.has(code));
      throw new DeliveryError(`sms: ${status} ${code}`, {
        isFinal,
        // A gateway's timeout is like our own.
        isUnanswered: status === 504,
        isOptOut: code !== 0 && code === api.optedOut,
      });
    },
  };
};
