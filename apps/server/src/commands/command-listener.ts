import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Audit } from '../audit/audit';
import type { Database } from '../database/connect';
import { importCustomers } from '../import/import-customers';
import { isWork, work } from './work';

/** Customers wait for the database until the file is loaded: not for a command that was suspended meanwhile. */
const LONGEST_PAUSE_MS = 30_000;

const chunksOf = async function* (request: IncomingMessage): AsyncGenerator<Buffer> {
  request.setTimeout(LONGEST_PAUSE_MS, () => request.destroy(new Error('The command sends nothing more.')));
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    request.setTimeout(0);
    // The command hears that a file is no JSON once it has sent all of it.
    request.resume();
  }
};

/** Serves commands on the socket: `POST /import` takes the file as its body, all other work its parameters as JSON. */
export const commandListener =
  (database: Database, audit: Audit): RequestListener =>
  async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://portal');
    const name = pathname.slice(1);
    const dryRun = searchParams.get('dryRun') === 'true';
    try {
      if (name === 'import') {
        const report = await importCustomers(database, chunksOf(request), { dryRun, audit });
        response.end(JSON.stringify(report));
      } else if (isWork(name))
        response.end(JSON.stringify(await work[name](database, await json(request), audit)));
      else response.writeHead(404).end('unknown command');
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  };
