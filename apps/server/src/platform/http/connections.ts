import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { Config } from '../config/config';
import { failureBody } from './errors';
import { responseHeaders } from './headers';
import type { App } from './validation';

export interface Timeouts {
  /** How long the headers of a request may take to arrive. */
  headersMs: number;
  /** How long a whole request may take: a team publishes 100 MB in it at 3 Mbit/s. */
  requestMs: number;
  /** How long a stop waits for open requests. */
  stopMs: number;
  /** How long a stop after draining leaves idle connections open. */
  idleMs: number;
}

const defaults: Timeouts = { headersMs: 30_000, requestMs: 300_000, stopMs: 5_000, idleMs: 2_000 };

const statusOf = ({ code }: ConnectionError): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
};

/** Invalid HTTP never becomes a request: answer on the socket. */
const respondOnSocket = (https: boolean) => (error: ConnectionError, socket: Socket) => {
  const status = statusOf(error);
  const body = JSON.stringify(failureBody(status));
  const headers = {
    ...responseHeaders(randomUUID(), https),
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroy();
};

/** Server options with time limits: half a request must not hold a socket forever. */
export const connections = (https: boolean, { headersMs, requestMs }: Timeouts = defaults) => ({
  requestTimeout: requestMs,
  // Answer requests that arrive on open connections while the portal closes.
  return503OnClosing: false,
  http: {
    // With headersTimeout above requestTimeout, Node would only check the headers.
    headersTimeout: headersMs,
    connectionsCheckingInterval: headersMs / 10,
    // Only PUBLIC_URL says where the portal is, and Node's own refusal would lack the headers of every response.
    requireHostHeader: false,
  },
  clientErrorHandler: respondOnSocket(https),
});

/**
 * Closes connections on a stop without failing requests. While the portal is draining, connections stay open: a proxy that
 * has to open new ones loses those that the system accepts for the portal just before it stops listening. From then on, each
 * response closes its connection, and idle ones stay open for a while: a proxy may send a POST on one just as it closes.
 * @param draining is aborted when the stop begins
 */
export const endConnections = (
  app: App,
  draining: AbortSignal | undefined,
  { stopMs, idleMs }: Timeouts = defaults,
) => {
  let isClosing = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (draining?.aborted) {
      const closeIdle = app.server.closeIdleConnections.bind(app.server);
      // Defer it: Node calls it when the server stops listening.
      app.server.closeIdleConnections = () => {};
      setTimeout(closeIdle, idleMs).unref();
    }
    setTimeout(() => app.server.closeAllConnections(), stopMs).unref();
  });
};

class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface Listening extends Pick<Config, 'host' | 'port'> {
  /** The prefix of the variables that set host and port, such as `OPERATIONS_`. */
  prefix?: string;
}

const adviceFor = ({ host, port, prefix = '' }: Listening, { code }: NodeJS.ErrnoException): string =>
  code === 'EADDRINUSE'
    ? `Port ${port} is in use. Stop the program that uses it, or choose another: ${prefix}PORT=${port + 1}.`
    : `The portal cannot listen on port ${port} of ${host} (${code}). Set ${prefix}HOST to an address of this machine, or 0.0.0.0 for all, and ${prefix}PORT to one from 1024 on.`;

/** Starts listening. @throws ListenError with the variable to change; what fails before, as it is */
export const listen = async (app: App, where: Listening): Promise<void> => {
  const { host, port } = where;
  await app.ready();
  await app.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    throw new ListenError(adviceFor(where, cause), { cause });
  });
};
