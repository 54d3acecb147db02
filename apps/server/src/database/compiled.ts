import type { Compilable } from 'kysely';
import type { Database } from './connect';

/** Stands for the parameter while a statement is compiled. */
const PARAMETER = '\0';

/**
 * Compiles a statement once instead of on each request, where it would take longer than the rest of the call.
 * @param build the statement, with the one parameter that differs between requests
 * @returns executes the statement with a parameter, and returns its first row
 */
export const compiledOnce = <Row>(database: Database, build: (parameter: string) => Compilable<Row>) => {
  const compiled = build(PARAMETER).compile();
  return async (parameter: string): Promise<Row | undefined> => {
    const parameters = compiled.parameters.map((value) => (value === PARAMETER ? parameter : value));
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
    return rows[0];
  };
};
