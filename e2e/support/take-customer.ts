import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { TAKEN_DIR } from './directories';
import { CUSTOMERS } from './customers';

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Takes a customer that no other test of this run uses. Exclusive creation of a file makes this safe across workers.
 */
export const takeCustomer = async (): Promise<number> => {
  for (let index = 0; index < CUSTOMERS; index++) {
    try {
      await (await open(join(TAKEN_DIR, String(index)), 'wx')).close();
      return index;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error(`There are more tests than customers (${CUSTOMERS}). Increase CUSTOMERS in customers.ts.`);
};
