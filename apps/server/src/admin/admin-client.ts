import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { importReport, type ImportReport } from '../import/import-report';

/** The running portal did not do what a command asked for. */
export class PortalRefusedError extends Error {
  override readonly name = 'PortalRefusedError';

  constructor(status: number | undefined, answer: string) {
    super(
      `The running portal answered ${status}: ${answer}. If it is of another version, restart it; otherwise stop it and repeat the command.`,
    );
  }
}

const CHUNK_BYTES = 64 * 1024;

const chunksOf = function* (bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES);
};

const post = async (address: string, path: string, body: Buffer): Promise<IncomingMessage> => {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const asked = request({ socketPath: address, path, method: 'POST', headers });
  // Write in chunks: a large body written at once fails with EPIPE when the answer arrives first.
  const sent = pipeline(Readable.from(chunksOf(body)), asked);
  const [event] = await Promise.all([once(asked, 'response'), sent]);
  return v.parse(v.tuple([v.instance(IncomingMessage)]), event)[0];
};

/**
 * Asks the running portal at `address`, with a body of JSON.
 * @returns its answer
 * @throws PortalRefusedError when it does not do the work; an error with code ENOENT or ECONNREFUSED when no portal is
 * running
 */
export const askPortal = async (address: string, path: string, body: string): Promise<unknown> => {
  const answer = await post(address, path, Buffer.from(body));
  const text = await readText(answer);
  if (answer.statusCode !== 200) throw new PortalRefusedError(answer.statusCode, text);
  return JSON.parse(text);
};

/** Asks the running portal to import a file. */
export const importByPortal = async (address: string, text: string, dryRun: boolean): Promise<ImportReport> =>
  v.parse(importReport, await askPortal(address, `/import?dryRun=${dryRun}`, text));
