import { setTimeout as sleep } from 'node:timers/promises';
import { createSessions } from '../src/identity/sessions/session-store';
import type { Database } from '../src/platform/database/connect';
import { customerStore } from '../src/identity/customers/customer-store';
import { importCustomers } from '../src/orders/import/import-customers';

const CUSTOMERS = 12;
/** The pause between two rounds of a customer. */
const PAUSE_MS = 20;
/** How long a write without an answer can still reach the database. */
const LATE_MS = 5_000;
const PREFERENCES = '/serviceOrder/get-notification-status';
const SAVE_PREFERENCES = '/serviceOrder/update-notification-status';

interface Preferences {
  email: boolean;
  sms: boolean;
}

/** Counts the outcomes of a scenario's requests. */
export const createTally = () => {
  const statuses = new Map<string, number>();
  let incomplete503 = 0;
  let lost = 0;
  let confirmed = 0;

  return {
    statuses,
    count: async (method: string, answer: Response | undefined) => {
      const key = `${method} ${answer?.status ?? 'no answer'}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      if (answer?.status !== 503) return;
      const body = await answer.clone().text();
      if (!answer.headers.has('retry-after') || !/"success":false,"message":"[A-Z]/.test(body))
        incomplete503 += 1;
    },
    loseOne: () => (lost += 1),
    confirmOne: () => (confirmed += 1),
    result: () => ({ confirmed, lost, incomplete503 }),
  };
};

export type Tally = ReturnType<typeof createTally>;

/** A signed-in customer who saves preferences in a loop, and reads back whether acknowledged ones are stored. */
const createCustomer = (url: string, token: string) => {
  let csrf = '';
  let turn = 0;
  let acknowledged: string | undefined;
  let unanswered: { value: string; until: number }[] = [];

  const ask = async (tally: Tally, path: string, body?: Preferences) => {
    const method = body ? 'POST' : 'GET';
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie: `session_token=${token}; XSRF-TOKEN=${csrf}`,
        'x-xsrf-token': csrf,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    await tally.count(method, answer);
    csrf = answer?.headers.get('x-xsrf-token') ?? csrf;
    return answer;
  };

  const save = async (tally: Tally) => {
    turn += 1;
    const preferences = { email: turn % 2 === 0, sms: turn % 4 < 2 };
    const value = JSON.stringify(preferences);
    const answer = await ask(tally, SAVE_PREFERENCES, preferences);
    if (answer?.ok) acknowledged = value;
    else unanswered.push({ value, until: Date.now() + LATE_MS });
  };

  /** @returns whether the database answered */
  const look = async (tally: Tally): Promise<boolean> => {
    const answer = await ask(tally, PREFERENCES);
    if (!answer?.ok) return false;
    const { email, sms } = (await answer.json()) as Preferences;
    const value = JSON.stringify({ email, sms });
    unanswered = unanswered.filter(({ until }) => until > Date.now());
    if (acknowledged === undefined) return true;
    const isExpected = value === acknowledged || unanswered.some((late) => late.value === value);
    if (isExpected) tally.confirmOne();
    else tally.loseOne();
    acknowledged = value;
    return true;
  };

  return {
    /** Gets the token for the first POST. */
    begin: () => ask(createTally(), '/auth-check'),
    look,
    work: async (tally: Tally, end: AbortSignal) => {
      while (!end.aborted) {
        await save(tally);
        await look(tally);
        await sleep(PAUSE_MS);
      }
    },
  };
};

/** Signs customers in, past the codes. */
export const createLoad = async (database: Database, url: string) => {
  const rows = Array.from({ length: CUSTOMERS }, (_, index) => ({ email: `customer-${index}@example.com` }));
  await importCustomers(database, JSON.stringify(rows));
  const sessions = createSessions(database, { idleMinutes: 60, absoluteHours: 1 });
  const customers = await Promise.all(
    rows.map(async ({ email }) => {
      const id = await customerStore(database).find({ channel: 'email', address: email });
      return createCustomer(url, await sessions.open(id ?? ''));
    }),
  );
  await Promise.all(customers.map((customer) => customer.begin()));

  return {
    run: (tally: Tally, end: AbortSignal) =>
      Promise.all(customers.map((customer) => customer.work(tally, end))),
    /** Reads back once more, after recovery. */
    look: (tally: Tally) => Promise.all(customers.map((customer) => customer.look(tally))),
  };
};

/** Requests for codes, each for another customer and from another IP address. */
export const createCodeRequests = async (database: Database, url: string, count: number) => {
  const addresses = Array.from({ length: count }, (_, index) => `code-${index}@example.com`);
  await importCustomers(database, JSON.stringify(addresses.map((email) => ({ email }))));
  const acknowledged: string[] = [];

  const requestCode = async (email: string, index: number, tally: Tally) => {
    const from = { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.1` };
    const page = await fetch(`${url}/auth-check`, { headers: from }).catch(() => undefined);
    await tally.count('GET', page);
    const cookies = page?.headers.getSetCookie().map((cookie) => cookie.split(';')[0]) ?? [];
    const answer = await fetch(`${url}/customer-login/email`, {
      method: 'POST',
      headers: {
        ...from,
        cookie: cookies.join('; '),
        'x-xsrf-token': page?.headers.get('x-xsrf-token') ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email }),
    }).catch(() => undefined);
    await tally.count('POST', answer);
    if (answer?.ok) acknowledged.push(email);
  };

  return {
    acknowledged,
    run: async (tally: Tally, end: AbortSignal, everyMs: number) => {
      for (const [index, email] of addresses.entries()) {
        if (end.aborted) return;
        await requestCode(email, index, tally);
        await sleep(everyMs);
      }
    },
  };
};
