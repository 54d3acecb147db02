import { DeliveryError, type Service } from './message';

const TIMEOUT_MS = 20_000;

/** What differs between the HTTP APIs of two providers of text messages. */
export interface SmsApi {
  /** The variables of the account, and of the address. */
  variables: { account: string; baseUrl: string };
  /** Name and secret, for HTTP Basic. */
  account: readonly [string, string];
  /** The request that sends a text message; its body knows its own content type. */
  message: (to: string, text: string) => { url: string; body: URLSearchParams | Blob };
  /** The resource that the doctor reads, and what is wrong with it. */
  check: { url: string; problemOf: (body: unknown) => string | undefined };
  /** The provider's code for a refusal; 0 without one. */
  codeOf: (body: unknown) => number;
  /** The code after the recipient replied STOP. */
  optedOut: number;
  /** Codes that decide whatever the status: retrying is pointless, or may succeed later or after a repair. */
  final: ReadonlySet<number>;
  temporary: ReadonlySet<number>;
}

/** Sends text messages through a provider's API. */
export const smsService = (api: SmsApi): Service => {
  const authorization = `Basic ${Buffer.from(api.account.join(':')).toString('base64')}`;

  const request = async (url: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { ...init, headers: { authorization }, signal });
    const body: unknown = await response.json().catch(() => undefined);
    return { ok: response.ok, status: response.status, body };
  };

  return {
    check: async () => {
      const { account, baseUrl } = api.variables;
      const response = await request(api.check.url).catch(() => undefined);
      if (!response) return `It does not respond. Check ${baseUrl}, and whether this machine reaches it.`;
      if (response.ok) return api.check.problemOf(response.body);
      return [401, 403].includes(response.status)
        ? `It refuses the account. Copy ${account} from its console again.`
        : `It answers ${response.status}. Check ${baseUrl}, and ${account}.`;
    },

    send: async ({ to, text }) => {
      const { url, body: content } = api.message(to, text);
      const sent = request(url, { method: 'POST', body: content }).catch((cause: unknown) => {
        throw new DeliveryError('sms: no response', false, cause);
      });
      const { ok, status, body } = await sent;
      if (ok) return;
      const code = api.codeOf(body);
      // Without those that blame credentials, credit, permission, timeout, or rate.
      const isRefused = status >= 400 && status < 500 && ![401, 402, 403, 408, 429].includes(status);
      const isFinal = api.final.has(code) || (isRefused && !api.temporary.has(code));
      throw new DeliveryError(`sms: ${status} ${code}`, isFinal, undefined, code === api.optedOut);
    },
  };
};
