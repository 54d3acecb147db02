import type { Compilable } from 'kysely';
import type { Database } from './connect';

/** Stands for the parameter while a statement is compiled. */
const PARAMETER = '\0';

/**
 * A statement for every request: Kysely compiles it once, not each time, which takes longer than the rest of the call.
 * @param build the statement, with the one parameter that differs between requests
 */
export const compiledOnce = <Row>(database: Database, build: (parameter: string) => Compilable<Row>) => {
  const compiled = build(PARAMETER).compile();
  return async (parameter: string): Promise<Row | undefined> => {
    const parameters = compiled.parameters.map((value) => (value === PARAMETER ? parameter : value));
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
    return rows[0];
  };
};
