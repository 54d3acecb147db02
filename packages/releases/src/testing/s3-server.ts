import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import { emptyDirectory } from './build';

/** The answer of S3 to a write whose condition does not hold. */
const refusalOf = (headers: IncomingHttpHeaders, etag: string | undefined) => {
  const match = headers['if-match']?.replaceAll('"', '');
  if (match !== undefined && etag === undefined) return { status: 404, code: 'NoSuchKey' };
  const isAnother = match !== undefined && match !== etag;
  const isThere = headers['if-none-match'] === '*' && etag !== undefined;
  return isAnother || isThere ? { status: 412, code: 'PreconditionFailed' } : undefined;
};

const answerRefusal = async (
  request: IncomingMessage,
  response: ServerResponse,
  { status, code }: { status: number; code: string },
): Promise<void> => {
  await once(request.resume(), 'end');
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
};

const md5Of = (content: ArrayBuffer): string => createHash('md5').update(Buffer.from(content)).digest('hex');

/**
 * Starts an S3-compatible server: s3rver behind a proxy. s3rver ignores conditional writes and answers before a file is
 * complete on disk; the proxy handles one request at a time and honors `If-None-Match: *` and `If-Match` of PUT as S3
 * does:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 * @param options.conditions false: ignore the conditions, as some stores do
 * @returns the environment for the AWS SDK, and a function to stop the server
 */
export const startS3Server = async (buckets: readonly string[], { conditions = true } = {}) => {
  const s3rver = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    directory: await emptyDirectory(),
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  const inside = await s3rver.run();
  const handle = s3rver.callback();
  const etags = new Map<string, string>();

  const isOnDisk = async (path: string, etag: string) => {
    const answer = await fetch(`http://127.0.0.1:${inside.port}${path}`);
    return md5Of(await answer.arrayBuffer()) === etag;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '/';
    const isPut = request.method === 'PUT';
    const refusal = isPut && conditions ? refusalOf(request.headers, etags.get(path)) : undefined;
    if (refusal) return answerRefusal(request, response, refusal);
    const answered = once(response, 'close');
    handle(request, response);
    await answered;
    const etag = String(response.getHeader('etag')).replaceAll('"', '');
    if (request.method === 'DELETE') etags.delete(path);
    if (!isPut || response.statusCode !== 200) return;
    etags.set(path, etag);
    while (!(await isOnDisk(path, etag)));
  };

  let turn = Promise.resolve();
  const proxy = createServer((request, response) => {
    turn = turn.then(() => answer(request, response)).catch(() => void response.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;

  return {
    environment: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await s3rver.close();
    },
  };
};
