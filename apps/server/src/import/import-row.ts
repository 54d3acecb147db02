import type { CustomerRecord } from './customer-record';
import type { Path } from './problem';

/** One customer of the file with the orders, and where it stands. */
export interface ImportRow {
  path: Path;
  customer: CustomerRecord;
}
