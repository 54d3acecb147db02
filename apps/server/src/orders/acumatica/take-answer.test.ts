import { randomUUID } from 'node:crypto';
import { CREDENTIALS, type FakeOptions } from '../../../../../e2e/acumatica/fake-acumatica';
import { eraseRows } from '../../identity/customers/personal-data-store';
import { useErp } from './testing/erp';

const { portal, erp, start: startErp, summaries } = useErp();

/** A replica that has read an order of Ann. */
const start = async (
  options?: FakeOptions,
  envOf: () => Promise<Record<string, string | undefined>> = async () => ({}),
) => {
  await startErp(options);
  const record = erp.fake.addOrder('000019', { 'Contact/Email': 'ann@example.com' });
  const replica = await erp.startReplica(await envOf());
  await replica.work();
  return { ...erp, record, replica };
};

/** An answer of Ann that the portal has to deliver, as its attempts give it. */
const answerOf = async (record: string) => {
  const customer = portal.database
    .selectFrom('customers')
    .select('id')
    .where('email', '=', 'ann@example.com');
  const { id } = await portal.database
    .insertInto('answers')
    .values({ customer_id: customer, order_nbr: '000019', key: randomUUID(), message: 'Yes, please.' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.database
    .insertInto('answer_deliveries')
    .values({ answer_id: id, target: 'erp', attempts: 1 })
    .execute();
  return { id, record, summary: 'Answer: Approve', body: '<p>Yes, please.</p>', isRepeated: false };
};

test('an answer is an activity on the order that everybody may see', async () => {
  const { fake, record, replica } = await start();
  const answer = await answerOf(record);
  const reference = await replica.acumatica.addAnswer(answer);
  expect(fake.activitiesOf(record)).toMatchObject([
    {
      id: reference,
      fields: {
        Internal: false,
        Summary: 'Answer: Approve',
        Body: expect.stringContaining(`<p>Yes, please.</p><p>[portal answer ${answer.id}]</p>`),
        RelatedEntityType: 'PX.Objects.FS.FSServiceOrder',
        CreatedByID: CREDENTIALS.user,
      },
    },
  ]);
});

test.each([{ notOptimized: [] }, { notOptimized: ['Body'] }])(
  'an answer whose response was lost is found, and not written again: %o',
  async (options) => {
    const { fake, record, replica } = await start(options);
    const answer = await answerOf(record);
    fake.state.lostWrites = 1;
    await expect(replica.acumatica.addAnswer(answer)).rejects.toThrow('does not answer');
    const reference = await replica.acumatica.addAnswer({ ...answer, isRepeated: true });
    expect(fake.activitiesOf(record).map(({ id }) => id)).toEqual([reference]);
  },
);

test('what the synchronization reads back is not shown again, but a reply that quotes it is', async () => {
  const { fake, record, replica } = await start();
  const answer = await answerOf(record);
  const reference = await replica.acumatica.addAnswer(answer);
  // Read before the portal has noted what the ERP calls it.
  await replica.poll();
  expect(await summaries('000019')).toEqual([]);
  await portal.database.updateTable('answer_deliveries').set({ reference }).execute();
  fake.addActivity('000019', { Summary: 'Thank you', Body: `> [portal answer ${answer.id}]` });
  await replica.poll();
  expect(await summaries('000019')).toEqual(['Thank you']);
});

test('what somebody wrote who was erased since comes back for nobody', async () => {
  const { fake, record, replica } = await start();
  await replica.acumatica.addAnswer(await answerOf(record));
  const [written] = fake.activitiesOf(record);
  fake.addActivity('000019', { Summary: 'Re: Answer', Body: `${String(written?.fields['Body'])} Noted.` });
  const ann = await portal.database.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
  await eraseRows(portal.database, ann, portal.keys.erasures);
  fake.changeOrder('000019', { 'Contact/Email': 'ben@example.org' });
  await replica.poll();
  expect(await summaries('000019')).toEqual([]);
});

test('without the right to write, it says what to do', async () => {
  const { record, replica } = await start({ isReadOnly: true });
  await expect(replica.acumatica.addAnswer(await answerOf(record))).rejects.toThrow(
    /answers 403 for \/entity\/.*\/Activity\. Give the role of the user access to it\./,
  );
});

test('requests that find the session over renew it once', async () => {
  const { fake, record, replica } = await start({ seats: 1 }, () => erp.consent());
  const answers = [await answerOf(record), await answerOf(record)];
  fake.expire();
  fake.stats.paths.length = 0;
  await Promise.all(answers.map((answer) => replica.acumatica.addAnswer(answer)));
  expect(fake.activitiesOf(record)).toHaveLength(2);
  expect(fake.stats.paths.filter((path) => path === '/identity/connect/token')).toHaveLength(1);
});
