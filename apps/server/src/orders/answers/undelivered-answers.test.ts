import { randomUUID } from 'node:crypto';
import { useTestApp } from '../../testing/test-app';

const TOKEN = 'the-token-of-the-operator';
const portal = useTestApp({
  OPERATIONS_PORT: '0',
  OPERATOR_TOKEN: TOKEN,
  METRICS_TOKEN: TOKEN,
});
const HTML = { accept: 'text/html' };

/** Ann's answer, which two systems lack. @returns its id, and that of its photo */
const addAnswer = async (failure: string | null) => {
  const customerId = await portal.addCustomer({ email: `${randomUUID()}@example.com` });
  const { id } = await portal.database
    .insertInto('answers')
    .values({
      ...{ customer_id: customerId, order_nbr: '000019', key: randomUUID(), question: 'q-1' },
      ...{ asked: 'May we order the pump?', choice: 'yes', label: 'Approve', message: '<i>Call me</i>' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const photo = { name: 'leak.jpg', type: 'image/jpeg', content: Buffer.from('photo') };
  const file = await portal.database
    .insertInto('answer_files')
    .values({ customer_id: customerId, answer_id: id, ...photo })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.database
    .insertInto('answer_deliveries')
    .values(
      (['webhook', 'erp'] as const).map((target) => ({
        answer_id: id,
        target,
        attempts: failure ? 2 : 0,
        failure,
      })),
    )
    .execute();
  return { id, file: file.id };
};

const dueTargets = async () =>
  (
    await portal.database
      .selectFrom('answer_deliveries')
      .select('target')
      .where('available_at', '<=', new Date())
      .execute()
  ).map(({ target }) => target);

const work = async (name: string, given: object = {}) =>
  (
    await portal.newOperator().post(`/work/answers/${name}`, given, { authorization: `Bearer ${TOKEN}` })
  ).json();

const signIn = async () => {
  const operator = portal.newOperator();
  await operator.postForm('/sign-in', { token: TOKEN, path: '/answers' });
  return operator;
};

test('lists what failed for a minute, or did not happen for five, as people can act by it', async () => {
  const failed = await addAnswer('webhook: 500');
  const untried = await addAnswer(null);
  expect(await work('list')).toEqual([]);
  await portal.passTime({ minutes: 2 });
  expect(await work('list')).toEqual([
    {
      id: failed.id,
      since: expect.any(String),
      order: '000019',
      customer: expect.stringMatching(/@example\.com$/),
      question: 'May we order the pump?',
      answer: 'Approve',
      text: '<i>Call me</i>',
      files: [{ id: failed.file, name: 'leak.jpg' }],
      waitsFor: 'erp (2 attempts): webhook: 500 · webhook (2 attempts): webhook: 500',
    },
  ]);
  await portal.passTime({ minutes: 4 });
  expect(await work('list')).toMatchObject([{ id: failed.id }, { id: untried.id }]);
  await portal.database.updateTable('answer_deliveries').set({ delivered_at: new Date() }).execute();
  expect(await work('list')).toEqual([]);
});

test('the page shows the answer with its file, and retries and deletes it', async () => {
  const { id, file } = await addAnswer('webhook: 500');
  await portal.database
    .updateTable('answer_deliveries')
    .set({ available_at: new Date(Date.now() + 3_600_000) })
    .execute();
  await portal.database
    .updateTable('answers')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .execute();
  const operator = await signIn();
  const { body } = await operator.get('/answers', HTML);
  expect(body).toContain('&lt;i&gt;Call me&lt;/i&gt;');
  expect(body).toContain(`href="/answers/files/${file}"`);
  const photo = await operator.get(`/answers/files/${file}`, HTML);
  expect([photo.body, photo.headers['content-disposition']]).toEqual([
    'photo',
    expect.stringMatching(/^attachment.*leak\.jpg/),
  ]);
  expect((await portal.newOperator().get(`/answers/files/${file}`, HTML)).statusCode).toBe(401);
  expect((await operator.get(`/answers/files/${randomUUID()}`, HTML)).statusCode).toBe(404);
  const [csrf = '', who = ''] = ['csrf', 'who'].map(
    (name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1],
  );
  expect(who).toMatch(/^\w•••@/);
  const post = (does: string) => operator.postForm('/answers', { csrf, does, id, who }, HTML);
  /** The page that a form leads to says what came of it. */
  const submit = async (does: string) => {
    expect((await post(does)).headers['location']).toBe('/answers');
    return (await operator.get('/answers', HTML)).body;
  };
  expect(await submit('answers/retry')).toContain(`The answer of ${who} is sent again now.`);
  expect(await dueTargets()).toHaveLength(2);
  expect(await submit('answers/delete')).toContain(
    `The answer of ${who} is no longer sent. They still see it.`,
  );
  const refused = await post('answers/delete');
  expect(refused.body).toContain('1 left: there is no such answer, or it has arrived.');
  expect(await portal.database.selectFrom('answers').select('id').execute()).toHaveLength(1);
  for (const done of ['answers/retry', 'answers/delete'])
    await portal.auditLines({ event: 'operator', outcome: 'done', work: done });
});

test('without ids, only what waits for an operator is retried or deleted', async () => {
  const { id } = await addAnswer('webhook: 500');
  await portal.passTime({ minutes: 2 });
  await addAnswer(null);
  expect(await work('retry')).toEqual({ retried: [id], left: [] });
  expect(await work('delete')).toEqual({ deleted: [id], left: [] });
  expect(await portal.database.selectFrom('answer_deliveries').select('target').execute()).toHaveLength(2);
});

test('metrics count them by the system that lacks them', async () => {
  await addAnswer('webhook: 500');
  await portal.passTime({ minutes: 10 });
  const { body } = await portal.newOperator().get('/metrics', { authorization: `Bearer ${TOKEN}` });
  expect(body).toContain('portal_answers_undelivered{target="webhook"} 1');
  expect(body).toContain('portal_answers_undelivered{target="mail"} 0');
  const [, seconds] = /portal_answers_oldest_seconds\{target="erp"\} (\d+)/.exec(body) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(600);
});
