import { randomBytes } from 'node:crypto';
import { buildApp } from '../app';
import { readConfig, type Config } from '../config';
import { deriveKeys } from '../keys';
import { emptyTables, openTestDatabase, passTime } from './test-database';

/**
 * The real app on a real database of its own.
 * @param env variables that differ from a silent default
 */
export const startTestApp = async (env: Record<string, string> = {}) => {
  const config: Config = readConfig(
    { LOG_LEVEL: 'silent', PUBLIC_URL: 'http://portal.test', ...env },
    '/nowhere',
  );
  const { database, close } = await openTestDatabase();
  const app = buildApp({ config, database, keys: deriveKeys(randomBytes(32)) });
  await app.ready();

  return {
    app,
    config,
    database,
    empty: () => emptyTables(database),
    passTime: (span: Parameters<typeof passTime>[1]) => passTime(database, span),
    close: async () => {
      await app.close();
      await close();
    },
  };
};

/** What `startTestApp` gives. */
export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
