import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Audit } from '../audit/audit';
import type { Database } from '../database/connect';
import { nameFault } from '../database/faults';
import { importCustomers } from '../import/import-customers';
import { readChunks } from '../import/text-file';
import { isWork, work } from './work';

/**
 * Keeps a body as a file, because an import reads it more than once. The file has no name, so a process that is killed
 * leaves nothing behind.
 */
const keepFile = async (dataDir: string, body: IncomingMessage) => {
  const path = join(dataDir, `import-${randomUUID()}.json`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await writeFile(file, body);
  } catch (error) {
    await file.close();
    throw nameFault(error);
  }
  return {
    chunks: { [Symbol.asyncIterator]: () => readChunks(file) },
    close: () => file.close(),
  };
};

/**
 * Answers commands on the socket of the process that has the database open. `POST /import` takes the file as its body,
 * all other work its parameters as JSON. The answer is JSON; for a failure, status 500 and the message of the error.
 */
export const serveCommands =
  (database: Database, dataDir: string, audit: Audit): RequestListener =>
  async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://portal');
    const name = pathname.slice(1);
    const run = async () => {
      if (name !== 'import') return isWork(name) && work[name](database, await json(request), audit);
      const { chunks, close } = await keepFile(dataDir, request);
      const dryRun = searchParams.get('dryRun') === 'true';
      return importCustomers(database, chunks, { dryRun, audit }).finally(close);
    };
    try {
      const answer = await run();
      response.statusCode = answer ? 200 : 404;
      response.end(answer ? JSON.stringify(answer) : 'unknown command');
    } catch (error) {
      response.statusCode = 500;
      response.end(error instanceof Error ? error.message : String(error));
    }
  };
