import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import S3rver from 's3rver';
import { emptyDirectory } from '@portal/releases/testing';
import { listenLocally } from './listen-locally';

const md5Of = (content: ArrayBuffer): string => createHash('md5').update(Buffer.from(content)).digest('hex');

/**
 * Starts an S3-compatible server, which knows no conditional writes: s3rver behind a proxy. s3rver answers before a file is
 * complete on disk; the proxy handles one request at a time, and waits for the file.
 * @returns the environment for the AWS SDK, and a function to stop the server
 */
export const startS3Server = async (buckets: readonly string[]) => {
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

  const isOnDisk = async (path: string, etag: string) => {
    const answer = await fetch(`http://127.0.0.1:${inside.port}${path}`);
    return md5Of(await answer.arrayBuffer()) === etag;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '/';
    const answered = once(response, 'close');
    handle(request, response);
    await answered;
    const etag = String(response.getHeader('etag')).replaceAll('"', '');
    if (request.method === 'PUT' && response.statusCode === 200) while (!(await isOnDisk(path, etag)));
  };

  let turn = Promise.resolve();
  const proxy = createServer((request, response) => {
    turn = turn.then(() => answer(request, response)).catch(() => void response.destroy());
  });

  return {
    environment: {
      AWS_ENDPOINT_URL_S3: await listenLocally(proxy),
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
