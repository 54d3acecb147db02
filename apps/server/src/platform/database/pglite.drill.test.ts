import { sql } from 'kysely';
import { openSnapshot } from '../../testing/database-snapshot';
import { DatabaseUnavailableError } from './faults';
import { checkDisk, pgliteConnections } from './pglite';

test('on a full disk, rejects statements until there is space again, and ends transactions', async () => {
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

test('after PGlite fails, ends its transaction and gives the next caller a new PGlite', async () => {
  const answers = { rows: [{ one: 1 }], affectedRows: 0, fields: [] };
  const reason = 'could not write to log file: Read-only file system';
  const panic = Object.assign(new Error(reason), { severity: 'PANIC', code: '42501' });
  const hang = new Promise<never>(() => {});
  const failing = { query: jest.fn().mockRejectedValueOnce(panic).mockReturnValue(hang), close: jest.fn() };
  const fresh = { query: jest.fn().mockResolvedValue(answers), close: jest.fn() };
  const connections = pgliteConnections(failing, { reopen: async () => fresh });
  const refused = { name: 'DatabaseUnavailableError', reason };

  const session = await connections.connect();
  await expect(session.query('insert', [])).rejects.toMatchObject(refused);
  await expect(session.query('rollback', [])).rejects.toMatchObject(refused);
  session.release(true);
  const next = await connections.connect();
  expect(await next.query('select 1', [])).toEqual({ rows: [{ one: 1 }], rowCount: 0 });
});

test('rejects a directory that is not writable', async () => {
  await expect(checkDisk('/proc')).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
});
