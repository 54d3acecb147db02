import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { IncomingMessage, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { UnreachableError, UsageError, userName } from '@portal/cli';
import { ReleaseError } from '@portal/releases';
import * as v from 'valibot';
import { withAudit } from '../../platform/audit/audit';
import type { Config } from '../../platform/config/config';
import { errorCode } from '../../platform/config/error-code';
import { readRemoteChoices } from '../../platform/config/remote-choices';
import { openDatabase, type connectDatabase } from '../../platform/database/connect';
import { findPortal, withAddress } from '../../platform/database/one-process';
import type { App } from '../../platform/http/validation';
import { commandApp, commandFailureSchema } from './command-app';
import type { WorkName, WorkResult } from './work';

/** @throws UsageError when API_UPSTREAM is set: another server has the customers */
export const requireOwnDatabase = ({ apiUpstream }: Pick<Config, 'apiUpstream'>, advice: string): void => {
  if (apiUpstream) throw new UsageError(`API_UPSTREAM is set, so this portal has no customers. ${advice}`);
};

/** Whether there is a database: the embedded one is created by the first start or command that needs it. */
export const hasDatabase = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'database'));

/** The response to a command: JSON. */
interface Answer {
  status: number;
  body: Buffer;
}

/** Sends a request to the app of commands. */
export type Send = (
  path: string,
  headers: Record<string, string>,
  body: string | Buffer | Readable,
) => Promise<Answer>;

/** To the process that has the embedded database open. */
const sendTo =
  (address: string): Send =>
  async (path, headers, body) => {
    const posted = httpRequest({ socketPath: address, path, method: 'POST', headers });
    // Without a response, this fails as well; with one, nobody needs the rest of the body.
    pipeline(Readable.from(body), posted).catch(() => undefined);
    const event = await once(posted, 'response');
    const [response] = v.parse(v.tuple([v.instance(IncomingMessage)]), event);
    return { status: response.statusCode ?? 500, body: await buffer(response) };
  };

/** To the command's own app. */
const injectInto =
  (app: App): Send =>
  async (url, headers, payload) => {
    const { statusCode, rawPayload } = await app.inject({ method: 'POST', url, headers, payload });
    return { status: statusCode, body: rawPayload };
  };

/** The other process has ended, or it ends before it responds; EPIPE: while a file is sent. */
const GONE = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** How a command opens the database; by default with this version's schema, as the portal's start does. */
type Open = (config: Config) => ReturnType<typeof openDatabase> | ReturnType<typeof connectDatabase>;

const openPatiently: Open = (config) => openDatabase({ ...config, isPatient: true });

/** Lets work send requests to the app of commands: of the process that has the embedded database open, or of its own. */
export const withCommands = async <Result>(
  config: Config,
  work: (send: Send) => Promise<Result>,
  open = openPatiently,
): Promise<Result> => {
  const { dataDir } = config;
  const portal = config.databaseUrl ? undefined : await findPortal(dataDir);
  if (portal !== undefined)
    try {
      return await withAddress(dataDir, portal, (address) => work(sendTo(address)));
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (code === 'EACCES')
        throw new UnreachableError(
          `The portal in ${dataDir} belongs to another user. Run the command as the user who runs the portal.`,
        );
      if (!GONE.includes(code)) throw error;
    }
  const choices = await readRemoteChoices(config);
  const { database, serve, close } = await open(config);
  return withAudit(config, async (audit) => {
    const app = commandApp({ config, database, choices, audit });
    await app.ready();
    serve((request, response) => app.routing(request, response));
    return work(injectInto(app)).finally(() => app.close());
  }).finally(close);
};

/** The error of a command that failed, as where it was thrown. */
const errorOf = ({ message, kind }: v.InferOutput<typeof commandFailureSchema>): Error => {
  if (kind === 'refused') return new ReleaseError(message);
  if (kind === 'usage') return new UsageError(message);
  if (kind === 'unreachable') return new UnreachableError(message);
  return new Error(message);
};

/** Calls a path of the app of commands with a JSON document, or with a file. */
export const callCommand = async (send: Send, path: string, body: string | Readable): Promise<unknown> => {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const author = encodeURIComponent(userName());
  const { status, body: answer } = await send(path, { 'content-type': type, 'x-released-by': author }, body);
  const result: unknown = JSON.parse(answer.toString());
  if (status === 200) return result;
  throw errorOf(v.parse(commandFailureSchema, result));
};

/** Does named work on the portal's database. @throws UsageError when there is none */
export const runWork = async <Name extends WorkName>(
  config: Config,
  name: Name,
  parameters: object,
  open?: Open,
): Promise<WorkResult<Name>> => {
  // Releases and their tokens are here in any case.
  if (!/^(database|releases|tokens)\//.test(name))
    requireOwnDatabase(config, 'Manage customers and messages on that server.');
  if (!hasDatabase(config))
    throw new UsageError(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the portal.`,
    );
  return withCommands(
    config,
    // Both ends are the same program.
    async (send) =>
      (await callCommand(send, `/work/${name}`, JSON.stringify(parameters))) as WorkResult<Name>,
    open,
  );
};
