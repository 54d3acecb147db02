import { sql } from 'kysely';
import { openSnapshot } from '../testing/database-snapshot';
import { DatabaseUnavailableError } from './faults';

test('on a full disk, statements are refused until there is room again, and transactions end', async () => {
  let isFull = false;
  const database = await openSnapshot(async () => {
    if (isFull) throw new DatabaseUnavailableError(new Error('the disk is full'));
  });
  const add = (email: string) => database.insertInto('customers').values({ email }).execute();
  await add('ann@example.com');
  const interrupted = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('customers').values({ email: 'ben@example.com' }).execute();
    isFull = true;
    await sql`select 1`.execute(transaction);
  });
  await expect(interrupted).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  await expect(add('eve@example.com')).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  isFull = false;
  await add('dan@example.com');
  const customers = await database.selectFrom('customers').select('email').orderBy('email').execute();
  expect(customers.map(({ email }) => email)).toEqual(['ann@example.com', 'dan@example.com']);
  await database.destroy();
});
