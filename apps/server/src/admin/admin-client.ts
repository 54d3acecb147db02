import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { importReport, type ImportReport } from '../import/import-report';
import type { Chunks } from '../import/text-file';

/** The running portal refused a command. */
export class PortalRefusedError extends Error {
  override readonly name = 'PortalRefusedError';

  constructor(status: number | undefined, answer: string) {
    super(
      `The running portal answered ${status}: ${answer}. If it is of another version, restart it; otherwise stop it and repeat the command.`,
    );
  }
}

const post = async (address: string, path: string, file: string | Chunks): Promise<IncomingMessage> => {
  const headers = { 'content-type': 'application/json' };
  const asked = request({ socketPath: address, path, method: 'POST', headers });
  // Stream the body: written at once, a large one fails with EPIPE when the answer arrives first.
  const sent = pipeline(Readable.from(file), asked);
  const [event] = await Promise.all([once(asked, 'response'), sent]);
  return v.parse(v.tuple([v.instance(IncomingMessage)]), event)[0];
};

/**
 * Asks the running portal at `address`, with a body of JSON.
 * @returns its answer
 * @throws PortalRefusedError when it answers with another status than 200; an error with code ENOENT or ECONNREFUSED
 * when no portal is running
 */
export const askPortal = async (address: string, path: string, body: string | Chunks): Promise<unknown> => {
  const answer = await post(address, path, body);
  const text = await readText(answer);
  if (answer.statusCode !== 200) throw new PortalRefusedError(answer.statusCode, text);
  return JSON.parse(text);
};

/** Asks the running portal to import a file. */
export const importByPortal = async (
  address: string,
  file: string | Chunks,
  dryRun: boolean,
): Promise<ImportReport> => v.parse(importReport, await askPortal(address, `/import?dryRun=${dryRun}`, file));
