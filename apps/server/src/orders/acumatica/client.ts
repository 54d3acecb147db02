import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { readUpTo } from '../files';
import {
  createSender,
  ErpError,
  inMaintenance,
  isPage,
  OversizedError,
  readRefusal,
  RefusedError,
  type Settings,
} from './send';
import { createSession, type Session, type SessionKeeper } from './session';

/** Acumatica delays requests above its limits by minutes. `fetch` waits no longer. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;
/** More in one response would be several times as much in memory, as text and as records. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_FILE_BYTES = 20 * 1024 * 1024;

const ADVICE: Record<number, string> = {
  403: 'Give the role of the user access to it.',
  404: 'Check ACUMATICA_URL and ACUMATICA_ENDPOINT.',
};

export interface ClientOptions {
  settings: Settings;
  /** Where the session is kept between processes. */
  keeper: SessionKeeper;
  /** Ends waiting for Acumatica: the portal stops. */
  stopping?: AbortSignal;
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** Anything but what was asked for, such as the page of a proxy, or an order that breaks the response off. */
const incomplete = () =>
  new RefusedError('The response is not from Acumatica, or incomplete. Check ACUMATICA_URL.');

/** Reads a response until its end, or until it is too large. @throws OversizedError */
const readBody = async ({ body }: Response, mostBytes: number): Promise<Buffer> => {
  if (!body) return Buffer.of();
  const read = await readUpTo(body, mostBytes).catch(() => {
    throw incomplete();
  });
  if (!read) throw new OversizedError(`Acumatica sends more than ${mostBytes} bytes.`);
  return read;
};

const readJson = async <Schema extends v.GenericSchema>(response: Response, schema: Schema) => {
  const body = await readBody(response, MOST_BYTES);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(body));
  if (read.success) return read.output;
  throw incomplete();
};

/** Whether the session is over: Acumatica also says so by its login page, or leads to that. */
const isOver = (response: Response): boolean =>
  response.status === 401 ||
  (response.status >= 300 && response.status < 400) ||
  (response.ok && isPage(response));

/** Requests to Acumatica in one session. */
export const createClient = ({
  settings,
  keeper,
  stopping = new AbortController().signal,
  now = Date.now,
  wait = (ms) => sleep(ms, undefined, { signal: stopping }),
}: ClientOptions) => {
  const { send, erpNow } = createSender({ settings, stopping, now, wait });
  const session = createSession({ settings, keeper, send, now });

  /** @returns a response that is as it should be */
  const fetchIn = async (path: string, init: RequestInit): Promise<Response> => {
    const sendIn = async (opened: Session) => {
      const headers = { accept: 'application/json', ...init.headers, [opened.header]: opened.value };
      const response = await send(path, { ...init, headers }, REQUEST_TIMEOUT_MS);
      if (!isOver(response)) await session.keepCookies(opened, response);
      return response;
    };
    const opened = await session.open();
    let response = await sendIn(opened);
    if (isOver(response)) {
      await response.body?.cancel();
      response = await sendIn(await session.open(opened));
    }
    const { status } = response;
    if (isOver(response) && status !== 401) {
      await response.body?.cancel();
      throw inMaintenance(response);
    }
    if (response.ok) return response;
    const advice = ADVICE[status] ?? 'Acumatica has the reason in its trace.';
    const message = `Acumatica answers ${status} for ${path.replace(/\?.*/, '')}. ${advice}`;
    const { reason } = await readRefusal(response);
    // A server in front of the ERP may refuse an address that one order makes too long.
    const mayBeOneOrder = status <= 500 && status !== 401;
    throw mayBeOneOrder ? new RefusedError(message, reason) : new ErpError(message);
  };

  const request = async <Schema extends v.GenericSchema>(path: string, schema: Schema, init: RequestInit) =>
    readJson(await fetchIn(path, init), schema);

  return {
    erpNow,

    /** @param path below ACUMATICA_URL */
    get: <Schema extends v.GenericSchema>(path: string, schema: Schema) => request(path, schema, {}),

    /** @throws OversizedError for a file that is larger than customers get */
    getFile: async (path: string): Promise<Buffer> => {
      const response = await fetchIn(path, { headers: { accept: 'application/octet-stream' } });
      return readBody(response, MOST_FILE_BYTES);
    },

    /** Writes a record. @param schema of what Acumatica has then */
    put: <Schema extends v.GenericSchema>(path: string, record: object, schema: Schema) =>
      request(path, schema, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(record),
      }),

    signOut: session.signOut,
  };
};
