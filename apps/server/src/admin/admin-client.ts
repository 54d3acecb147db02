import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { importReport, type ImportReport } from '../import/import-report';

/** A running portal that did not do what it was asked. */
export class PortalRefusedError extends Error {
  override readonly name = 'PortalRefusedError';

  constructor(status: number | undefined, answer: string) {
    super(
      `The running portal answered ${status}: ${answer}. Its log says more; stop it to import without it.`,
    );
  }
}

const pieceSize = 64 * 1024;

const piecesOf = function* (bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += pieceSize)
    yield bytes.subarray(start, start + pieceSize);
};

const post = async (address: string, path: string, body: Buffer): Promise<IncomingMessage> => {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const asked = request({ socketPath: address, path, method: 'POST', headers });
  // Written at once, a large body ends in EPIPE when the answer overtakes the last of it: it is written as it is read.
  const sent = pipeline(Readable.from(piecesOf(body)), asked);
  const [event] = await Promise.all([once(asked, 'response'), sent]);
  return v.parse(v.tuple([v.instance(IncomingMessage)]), event)[0];
};

/**
 * Asks the portal that listens at `address` to import a file.
 * @throws PortalRefusedError when it answers anything but a report; an error with code ENOENT or ECONNREFUSED when
 * no portal is running
 */
export const importByPortal = async (
  address: string,
  text: string,
  dryRun: boolean,
): Promise<ImportReport> => {
  const answer = await post(address, `/import?dryRun=${dryRun}`, Buffer.from(text));
  const body = await readText(answer);
  if (answer.statusCode !== 200) throw new PortalRefusedError(answer.statusCode, body);
  return v.parse(importReport, JSON.parse(body));
};
