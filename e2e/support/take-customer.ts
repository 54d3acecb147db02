import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { TAKEN_DIR } from './directories';
import { CUSTOMERS } from './customers';

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * The number of a customer that no other test of this run has, whichever worker it runs in: making a file
 * that must not exist yet succeeds for one of them only.
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
  throw new Error(
    `The suite has more tests than customers (${CUSTOMERS}). Raise their number in customers.ts.`,
  );
};
