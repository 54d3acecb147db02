/** PostgreSQL allows 65,535 parameters in a statement; a thousand rows stay well below. */
const ROWS_PER_STATEMENT = 1000;

/** Splits rows into batches that fit into one statement each. */
export const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
