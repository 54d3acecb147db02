import { setTimeout as sleep } from 'node:timers/promises';

/** Sends a request to a portal, as `fetch` does to a URL. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** The pause between two rounds of a customer. */
const PAUSE_MS = 20;
/** How long a write without a response can still reach the database. */
const LATE_MS = 5_000;

/** The outcomes of a load: responses by method and status, and reads that had the acknowledged value, or another. */
const createTally = () => ({ statuses: new Map<string, number>(), confirmed: 0, lost: 0 });

/** A signed-in customer who saves preferences in a loop, and reads back whether acknowledged ones are stored. */
const createCustomer = (send: Send, session: string, tally: ReturnType<typeof createTally>) => {
  let csrf = '';
  let turn = 0;
  let acknowledged: string | undefined;
  let unanswered: { value: string; until: number }[] = [];

  const ask = async (path: string, body?: string) => {
    const method = body ? 'POST' : 'GET';
    const response = await send(path, {
      method,
      headers: {
        cookie: `session_token=${session}; XSRF-TOKEN=${csrf}`,
        'x-xsrf-token': csrf,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    }).catch(() => undefined);
    const isBare = response?.status === 503 && !response.headers.has('retry-after');
    const outcome = `${method} ${response?.status ?? 'no response'}${isBare ? ' without Retry-After' : ''}`;
    tally.statuses.set(outcome, (tally.statuses.get(outcome) ?? 0) + 1);
    csrf = response?.headers.get('x-xsrf-token') ?? csrf;
    return response;
  };

  const save = async () => {
    turn += 1;
    const value = JSON.stringify({ email: turn % 2 === 0, sms: turn % 4 < 2 });
    const response = await ask('/serviceOrder/update-notification-status', value);
    if (response?.ok) acknowledged = value;
    else unanswered.push({ value, until: Date.now() + LATE_MS });
  };

  const look = async () => {
    const response = await ask('/serviceOrder/get-notification-status');
    if (!response?.ok) return;
    const { email, sms } = (await response.json()) as { email: boolean; sms: boolean };
    const value = JSON.stringify({ email, sms });
    unanswered = unanswered.filter(({ until }) => until > Date.now());
    if (acknowledged === undefined) return;
    if (value === acknowledged || unanswered.some((late) => late.value === value)) tally.confirmed += 1;
    else tally.lost += 1;
    acknowledged = value;
  };

  return {
    look,
    work: async (end: AbortSignal) => {
      await ask('/auth-check');
      while (!end.aborted) {
        await save();
        await look();
        await sleep(PAUSE_MS);
      }
    },
  };
};

/** A load of customers, of whom each has a session. */
export const createLoad = (send: Send, sessions: readonly string[]) => {
  const tally = createTally();
  const customers = sessions.map((session) => createCustomer(send, session, tally));
  return {
    tally,
    run: (end: AbortSignal) => Promise.all(customers.map((customer) => customer.work(end))),
    /** Reads back once more, after recovery. */
    look: () => Promise.all(customers.map((customer) => customer.look())),
  };
};
