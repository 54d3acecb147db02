import { sql, type Insertable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect';
import type { Tables } from '../../platform/database/schema';
import type { Destination } from './targets';

/** Whether who wrote an answer still sees its order: others who do see the answer, too. */
const isOfReader = sql<boolean>`exists (select from order_readers as reader
  where reader.order_nbr = answers.order_nbr and reader.customer_id = answers.customer_id)`;

/** The answers and messages of customers. Every query names the customer, or an order that they see. */
export const answerStore = (database: Database) => {
  const ownAnswers = (customerId: string) =>
    database.selectFrom('answers').where('customer_id', '=', customerId);

  const answersAbout = (orderNbr: string) =>
    database.selectFrom('answers').where('answers.order_nbr', '=', orderNbr).where(isOfReader);

  return {
    has: async (customerId: string, key: string): Promise<boolean> =>
      (await ownAnswers(customerId).select('id').where('key', '=', key).executeTakeFirst()) !== undefined,

    /** The questions in a customer's orders that have an answer. */
    answered: (customerId: string) =>
      database
        .selectFrom('answers')
        .where(
          sql<boolean>`order_nbr = any(array(select order_nbr from order_readers where customer_id = ${customerId}::uuid))`,
        )
        .where(isOfReader)
        .select(['order_nbr as orderNbr', 'question'])
        .where('question', 'is not', null)
        .execute(),

    /** Whether somebody has answered a question. Others who answer it wait until this transaction ends. */
    isAnswered: async (orderNbr: string, question: string): Promise<boolean> => {
      await sql`select from orders where order_nbr = ${orderNbr} for update`.execute(database);
      const found = await answersAbout(orderNbr)
        .select('id')
        .where('question', '=', question)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** The answers about one order, with their files and where they go. */
    list: (orderNbr: string) =>
      answersAbout(orderNbr)
        .innerJoin('customers', 'customers.id', 'answers.customer_id')
        .select((answer) => [
          'customer_id as customerId',
          'question',
          'label',
          'message',
          'answers.created_at as at',
          sql<string | null>`coalesce(name, email, phone)`.as('by'),
          jsonArrayFrom(
            answer
              .selectFrom('answer_files')
              .select(['answer_files.id', 'answer_files.name', 'answer_files.type'])
              .whereRef('answer_id', '=', 'answers.id')
              .orderBy('created_at'),
          ).as('files'),
          jsonArrayFrom(
            answer
              .selectFrom('answer_deliveries')
              .select(['target', sql<boolean>`delivered_at is not null`.as('isDelivered')])
              .whereRef('answer_id', '=', 'answers.id'),
          ).as('deliveries'),
        ])
        .execute(),

    /** @returns the id; undefined if the customer has an answer with the key, or to the question */
    insert: async (answer: Insertable<Tables['answers']>): Promise<string | undefined> =>
      (
        await database
          .insertInto('answers')
          .values(answer)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
      )?.id,

    /** @returns whether all files are the customer's, and were not sent before */
    attach: async (answerId: string, customerId: string, files: readonly string[]): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('answer_files')
        .set({ answer_id: answerId })
        .where('customer_id', '=', customerId)
        .where('answer_id', 'is', null)
        .where(sql<boolean>`id = any(${files}::uuid[])`)
        .executeTakeFirst();
      return Number(numUpdatedRows) === files.length;
    },

    queue: (answerId: string, targets: readonly Destination[]) =>
      database
        .insertInto('answer_deliveries')
        .values(targets.map((destination) => ({ answer_id: answerId, ...destination })))
        .execute(),

    insertFile: async (file: Insertable<Tables['answer_files']>): Promise<string> =>
      (await database.insertInto('answer_files').values(file).returning('id').executeTakeFirstOrThrow()).id,

    /** A file of the customer, or of an answer about an order that they see. */
    findFile: (customerId: string, id: string) =>
      database
        .selectFrom('answer_files')
        .select(['name', 'type', 'content'])
        .where('id', '=', id)
        .where(
          sql<boolean>`(customer_id = ${customerId}::uuid or exists (select from answers
            join order_readers as mine on mine.order_nbr = answers.order_nbr and mine.customer_id = ${customerId}::uuid
            where answers.id = answer_id and ${isOfReader}))`,
        )
        .executeTakeFirst(),
  };
};

/** An answer as its customer sees it. */
export type StoredAnswer = Awaited<ReturnType<ReturnType<typeof answerStore>['list']>>[number];
