import multipart from '@fastify/multipart';
import { calls } from '@portal/api/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { transact, type Database } from '../../platform/database/connect';
import { createTurns } from '../../platform/database/turns';
import { countAttempt, Failure } from '../../platform/http/errors';
import { respondTo, type RequireCustomer, type Routes } from '../../platform/http/validation';
import { DAY_SECONDS, type Limit } from '../../platform/limits/limits';
import { answerStore } from './answer-store';
import { isFileId, noFile, readFile, readUpTo, sendFile } from '../files';

interface FileRoutes {
  config: Pick<Config, 'embedOrigins'>;
  database: Database;
  requireCustomer: RequireCustomer;
}

const filesPerCustomer: readonly Limit[] = [
  { max: 30, seconds: 3600 },
  { max: 60, seconds: DAY_SECONDS },
];

const { fileLimit } = calls.sendAnswerFile;

/** How many files are in memory at once. */
const AT_ONCE = 8;

/** The most that a form adds to its file. */
const FORM_BYTES = 16 * 1024;

/** Also ends the connection: Node would read the rest otherwise. */
const tooLarge = (reply: FastifyReply): Failure => {
  reply.header('connection', 'close');
  return new Failure(413, (i18n) => i18n.t('The file is larger than 10 MB. Choose a smaller one.'));
};

/** Reads a form with one file. One that ends early is no fault of the server: the browser went away. */
const readForm = async (request: FastifyRequest, reply: FastifyReply) => {
  try {
    const part = await request.file();
    if (!part) return undefined;
    const content = await readUpTo(part.file, fileLimit);
    if (!content) throw tooLarge(reply);
    return { name: part.filename, content };
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new Failure(400, (i18n) =>
      i18n.t('The request was not understood. Check what you entered and try again.'),
    );
  }
};

const takeTurn = createTurns(AT_ONCE);

/** Receives and reads a file, when others no longer fill the memory. A request that waits is not read. */
const takeFile = async (request: FastifyRequest, reply: FastifyReply) => {
  const end = await takeTurn();
  try {
    const sent = await readForm(request, reply);
    if (!sent) throw new Failure(400, (i18n) => i18n.t('Choose a file.'));
    return await readFile(sent.content, sent.name);
  } finally {
    end();
  }
};

/** The calls that take a file for an answer, and show it to its customer again. */
export const fileRoutes: Routes<FileRoutes> = async (app, { config, database, requireCustomer }) => {
  const store = answerStore(database);
  await app.register(multipart, {
    limits: { fileSize: Infinity, files: 1 },
    // A part without a name is no file, whatever its type.
    isPartAFile: (_field, _type, name) => name !== undefined,
  });

  // Refuses a large file before it arrives.
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (Number(headers['content-length'] ?? 0) > fileLimit + FORM_BYTES) throw tooLarge(reply);
  });

  respondTo(app, calls.sendAnswerFile, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    await transact(database, (transaction) =>
      countAttempt(transaction, [[`answer-files/${customerId}`, filesPerCustomer]], {
        message: (i18n, time) => i18n.t('Please wait {time} before you add another file.', { time }),
        event: { event: 'answer', outcome: 'limited', customerId },
      }),
    );
    const file = await takeFile(request, reply);
    const id = await store.insertFile({ customer_id: customerId, ...file });
    return { id, name: file.name, size: file.content.length };
  });

  app.get('/orders/answer/files/:id', async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const { id } = v.parse(v.object({ id: v.string() }), request.params);
    const file = isFileId(id) ? await store.findFile(customerId, id) : undefined;
    if (!file) throw noFile();
    return sendFile(reply, file, config);
  });
};
