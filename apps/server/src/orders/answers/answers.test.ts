import { randomUUID } from 'node:crypto';
import { serviceOrderSchema } from '@portal/api/wire';
import * as v from 'valibot';
import type { Browser } from '../../testing/browser';
import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { importCustomers } from '../import/import-customers';

const portal = useTestApp({
  ANSWERS_EMAIL: 'service@acme.example',
  LANGUAGES: 'en,de',
  TIME_ZONE: 'Europe/Berlin',
  ORDER_STATUS_KINDS: 'Wartet auf Sie=waiting, Geplant=planned',
});

const quote = {
  summary: 'Please approve the quote',
  body: '<p>The pump is worn.</p>',
  created_by: 'Dana',
  created_at: '2026-03-02T10:00:00Z',
  status: 'Waiting for you',
  asks: {
    id: 'q-4711',
    choices: [
      { id: 'yes', label: 'Approve $ 470.50' },
      { id: 'no', label: 'Decline' },
    ],
    text: true,
  },
};

const wish = {
  summary: 'When are you home?',
  created_at: '2026-03-01T10:00:00Z',
  status: 'Waiting for your reply',
};

const load = async (email: string, ServiceOrderNbr: string, ...events: object[]) => {
  const orders = [{ ServiceOrderNbr, LastModifiedDateTime: '2026-03-02T10:00:00Z', events }];
  const report = await importCustomers(
    portal.database,
    JSON.stringify([{ email, name: 'Ann Example', orders }]),
    {
      kinds: portal.config.statusKinds,
    },
  );
  expect(report).toMatchObject({ outcome: 'loaded' });
};

/** Signs Ann in, who has one order with these events. */
const signInAnn = async (...events: object[]) => {
  const { browser } = await signIn(portal, 'ann@example.com');
  await load('ann@example.com', '000019', ...events);
  return browser;
};

const orderIn = async (browser: Browser, headers?: Record<string, string>) => {
  const response = await browser.get('/serviceOrder/get?serviceOrderNbr=000019', headers);
  return v.parse(serviceOrderSchema, response.json<unknown[]>()[0]);
};

const listIn = async (browser: Browser) =>
  v.parse(v.array(serviceOrderSchema), (await browser.get('/serviceOrder/list')).json());

/** The question of the newest event that has one. */
const questionIn = async (browser: Browser) => {
  const { events } = await orderIn(browser);
  const asks = events.find((event) => event.asks)?.asks;
  if (!asks) throw new Error('Nothing is asked.');
  return asks;
};

const answer = (
  browser: Browser,
  given: object,
  key: string = randomUUID(),
  headers?: Record<string, string>,
) => browser.post('/orders/answer', { serviceOrderNbr: '000019', key, ...given }, headers);

const kept = () => portal.database.selectFrom('answers').selectAll().execute();

test('a choice answers the question: it is on the order at once, and on its way to the company', async () => {
  const ann = await signInAnn(quote);
  const { id, revision } = await questionIn(ann);
  const response = await answer(ann, { question: id, choice: 'yes', text: 'Soon,\nplease <3', revision });
  expect(response.json()).toEqual({ success: true, message: 'Your answer has been sent.' });

  const { events, takesMessages } = await orderIn(ann);
  expect(takesMessages).toBe(true);
  expect(events).toMatchObject([
    {
      summary: 'Approve $ 470.50',
      body: '<p>Soon,<br>please &#60;3</p>',
      created_by: 'Ann Example',
      answer: { question: 'q-4711', received: false },
    },
    { summary: 'Please approve the quote', asks: { id: 'q-4711', answered: true } },
  ]);
  expect((await listIn(ann))[0]?.events).toMatchObject([{ asks: { answered: true } }]);
  expect(await portal.database.selectFrom('answer_deliveries').selectAll().execute()).toMatchObject([
    { target: 'mail', attempts: 0, delivered_at: null },
  ]);
  await portal.auditLines({ event: 'answer', outcome: 'sent', orderNbr: '000019' }, 1);
});

test('the answer is received once a system of the company has it', async () => {
  const ann = await signInAnn(quote);
  await answer(ann, { question: 'q-4711', choice: 'no' });
  const [{ id = '' } = {}] = await kept();
  const deliveredIs = async (target: 'mail' | 'webhook', delivered_at: Date | null) => {
    const row = { answer_id: id, target, delivered_at };
    const update = { delivered_at };
    await portal.database
      .insertInto('answer_deliveries')
      .values(row)
      .onConflict((conflict) => conflict.columns(['answer_id', 'target']).doUpdateSet(update))
      .execute();
    return (await orderIn(ann)).events[0]?.answer?.received;
  };
  expect(await deliveredIs('mail', new Date())).toBe(true);
  expect(await deliveredIs('webhook', null)).toBe(false);
  expect(await deliveredIs('webhook', new Date())).toBe(true);
});

test('an offered visit says when it is, in the zone and the language of the company', async () => {
  const choices = [{ id: 'a', label: 'Robert', at: '2030-03-05T08:00:00Z', until: '2030-03-05T10:00:00Z' }];
  const ann = await signInAnn({ ...quote, asks: { id: 'q-1', choices } });
  await answer(ann, { question: 'q-1', choice: 'a' }, undefined, { 'accept-language': 'de' });
  expect((await orderIn(ann)).events[0]?.summary).toBe(
    'Robert · Tuesday, March 5, 2030, 9:00\u00a0–\u2060\u00a011:00\u00a0AM GMT+1',
  );
});

test('an event that only waits takes a text, the newest of them', async () => {
  const older = { ...wish, summary: 'Which floor?', created_at: '2026-02-01T10:00:00Z' };
  const ann = await signInAnn(older, wish);
  const [newest, other] = (await orderIn(ann)).events;
  expect(newest).toMatchObject({
    summary: 'When are you home?',
    asks: { text: true, choices: [] },
  });
  expect(other?.asks?.closed).toBe(true);
  const question = newest?.asks?.id;
  expect((await answer(ann, { question, text: ' ' })).statusCode).toBe(400);
  expect((await answer(ann, { question, text: 'On Friday' })).statusCode).toBe(200);
  expect((await orderIn(ann)).events[0]).toMatchObject({ summary: 'Your answer', body: '<p>On Friday</p>' });
  expect((await listIn(ann))[0]?.events[0]).toMatchObject({ asks: { answered: true } });
});

test('a status in the company’s own words asks as well', async () => {
  const ann = await signInAnn({ ...wish, status: 'Wartet auf Sie' });
  expect((await listIn(ann))[0]?.events).toMatchObject([{ kind: 'waiting' }]);
  const { id: question } = await questionIn(ann);
  expect((await answer(ann, { question, text: 'On Friday' })).statusCode).toBe(200);
  expect((await listIn(ann))[0]?.events).toMatchObject([{ asks: { answered: true } }]);
});

test('a message that nobody asked for takes the same way, in the customer’s language', async () => {
  const ann = await signInAnn();
  const german = { 'accept-language': 'de' };
  const response = await answer(ann, { text: 'Is it done?' }, undefined, german);
  expect(response.json()).toEqual({ success: true, message: 'Ihre Nachricht wurde gesendet.' });
  expect((await answer(ann, { text: 'And now?' })).statusCode).toBe(200);
  expect((await orderIn(ann, german)).events).toMatchObject([
    { summary: 'Ihre Nachricht', answer: { received: false } },
    { summary: 'Ihre Nachricht' },
  ]);
  expect((await answer(ann, {})).statusCode).toBe(400);
});

describe('one answer', () => {
  test('to the same key, however often it comes', async () => {
    const ann = await signInAnn(quote);
    const key = randomUUID();
    const given = { question: 'q-4711', choice: 'yes' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => answer(ann, given, key)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    await load('ann@example.com', '000019', { ...quote, asks: { ...quote.asks, closed: true } });
    expect((await answer(ann, given, key)).statusCode).toBe(200);
    expect(await kept()).toHaveLength(1);
  });

  test('to one question, of two tabs at once', async () => {
    const ann = await signInAnn(quote);
    const keys = [randomUUID(), randomUUID()];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        answer(ann, { question: 'q-4711', choice: index % 2 ? 'yes' : 'no' }, keys[index % 2]),
      ),
    );
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.json()).toEqual({
      success: false,
      message: 'This question has been answered already.',
      error: 'question-answered',
    });
    expect(await kept()).toHaveLength(1);
  });
});

describe('refuses an answer', () => {
  const refused = async (browser: Browser, given: object) => {
    const response = await answer(browser, given);
    const before = await portal.database.selectFrom('answer_deliveries').selectAll().execute();
    expect(before).toEqual([]);
    return [response.statusCode, response.json<{ message: string }>().message];
  };

  test('to a question that is closed, gone, or another one', async () => {
    const closed = { ...quote, asks: { ...quote.asks, closed: true } };
    const ann = await signInAnn(closed);
    const over = [409, 'This question needs no answer any more.'];
    expect(await refused(ann, { question: 'q-4711', choice: 'yes' })).toEqual(over);
    expect(await refused(ann, { question: 'q-1', choice: 'yes' })).toEqual(over);
  });

  test('with a visit that has begun', async () => {
    const at = new Date(Date.now() - 1000).toISOString();
    const ann = await signInAnn({
      ...quote,
      asks: { id: 'q-1', choices: [{ id: 'a', label: 'Robert', at }] },
    });
    const begun = [409, 'This time is over. Please choose another one.'];
    expect(await refused(ann, { question: 'q-1', choice: 'a' })).toEqual(begun);
  });

  test('to a question that was changed in the meantime', async () => {
    const ann = await signInAnn(quote);
    const { revision } = await questionIn(ann);
    await load('ann@example.com', '000019', { ...quote, body: '<p>It costs more.</p>' });
    expect(await refused(ann, { question: 'q-4711', choice: 'yes', revision })).toEqual([
      409,
      'This question was changed in the meantime. Please read it again.',
    ]);
  });

  test('to an older event with the same question: the newest says how it reads, or ends it', async () => {
    const reworded = { ...quote, summary: 'Approve the new quote', created_at: '2026-03-03T10:00:00Z' };
    const ended = { ...reworded, asks: { ...quote.asks, closed: true } };
    const ann = await signInAnn(quote, ended);
    expect((await listIn(ann))[0]?.events).toEqual([]);
    expect((await refused(ann, { question: 'q-4711', choice: 'yes' }))[0]).toBe(409);
    await load('ann@example.com', '000019', quote, reworded);
    expect((await listIn(ann))[0]?.events).toMatchObject([{ summary: 'Approve the new quote' }]);
    const { id, revision } = await questionIn(ann);
    expect((await answer(ann, { question: id, choice: 'yes', revision })).statusCode).toBe(200);
  });

  test.each([
    ['no choice', {}],
    ['a choice of another question', { choice: 'maybe' }],
    ['only a text', { text: 'Yes' }],
    ['files that it does not take', { choice: 'yes', files: [randomUUID()] }],
  ])('with %s', async (_what, given) => {
    const ann = await signInAnn(quote);
    expect((await refused(ann, { question: 'q-4711', ...given }))[0]).toBe(400);
  });

  test('about another customer’s order, as about none', async () => {
    const ben = (await signIn(portal, 'ben@example.com')).browser;
    const ann = await signInAnn(quote);
    await questionIn(ann);
    const [others, none] = [
      await answer(ben, { question: 'q-4711', choice: 'yes' }),
      await answer(ben, { question: 'q-4711', choice: 'yes', serviceOrderNbr: '000001' }),
    ];
    expect(others.statusCode).toBe(404);
    expect(others.json()).toEqual({ success: false, message: 'No service order found.' });
    expect(none.json()).toEqual(others.json());
    expect((await answer(ben, { text: 'Hello' })).statusCode).toBe(404);
    expect(await kept()).toEqual([]);
    await portal.auditLines({ event: 'order', outcome: 'not-found' }, 3);
  });

  test('without a session, and the 31st in an hour', async () => {
    const ann = await signInAnn();
    expect((await answer(await portal.openBrowser(), { text: 'Hello' })).statusCode).toBe(401);
    for (let count = 1; count <= 30; count++)
      expect((await answer(ann, { text: `Message ${count}` })).statusCode).toBe(200);
    const response = await answer(ann, { text: 'One more' });
    expect(response.statusCode).toBe(429);
    expect(response.json().message).toMatch(/^Please wait \d+ minutes before you send another answer\.$/);
    expect(await kept()).toHaveLength(30);
  });
});
