import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
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

const post = async (address: string, path: string, body: string): Promise<IncomingMessage> => {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const asked = request({ socketPath: address, path, method: 'POST', headers }).end(body);
  const [answer] = await once(asked, 'response');
  return v.parse(v.instance(IncomingMessage), answer);
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
  const answer = await post(address, `/import?dryRun=${dryRun}`, text);
  const body = await readText(answer);
  if (answer.statusCode !== 200) throw new PortalRefusedError(answer.statusCode, body);
  return v.parse(importReport, JSON.parse(body));
};
