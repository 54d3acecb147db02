import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { Config } from '../config';
import { failureBody } from './errors';
import type { App } from './validation';

export interface Timeouts {
  /** How long a request may take to arrive. */
  requestMs: number;
  /** How long a stop waits for open requests. */
  stopMs: number;
  /** How long a stop after draining leaves idle connections open. */
  idleMs: number;
}

const defaults: Timeouts = { requestMs: 30_000, stopMs: 5_000, idleMs: 2_000 };

const statusOf = ({ code }: ConnectionError): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
};

/** Invalid HTTP never becomes a request: answer on the socket. */
const answerOnSocket = (error: ConnectionError, socket: Socket) => {
  const status = statusOf(error);
  const body = JSON.stringify(failureBody(status));
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  socket.destroy();
};

/** Server options with time limits: half a request must not hold a socket forever. */
export const connections = ({ requestMs }: Timeouts = defaults) => ({
  requestTimeout: requestMs,
  // Answer requests that arrive on open connections while the portal closes.
  return503OnClosing: false,
  // With headersTimeout above requestTimeout, Node would only check the headers.
  http: { headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 },
  clientErrorHandler: answerOnSocket,
});

/**
 * Ends connections for a stop without failed requests. While the portal is draining, an answer is the last one of its
 * connection. A load balancer may send a request on an idle connection in the moment in which it is closed, and must
 * not repeat a POST: idle connections stay open for a while after the portal stopped listening. Later, all are closed:
 * an incomplete request must not keep the process alive.
 * @param draining is aborted when the stop begins
 */
export const endConnections = (app: App, draining?: AbortSignal, { stopMs, idleMs }: Timeouts = defaults) => {
  app.addHook('onRequest', async (_request, reply) => {
    if (draining?.aborted) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    if (draining?.aborted) {
      const closeIdle = app.server.closeIdleConnections.bind(app.server);
      // Node calls it when the server stops listening.
      app.server.closeIdleConnections = () => {};
      setTimeout(closeIdle, idleMs).unref();
    }
    setTimeout(() => app.server.closeAllConnections(), stopMs).unref();
  });
};

/** Another program already listens on the port. */
class PortInUseError extends Error {
  override readonly name = 'PortInUseError';

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is in use. Stop the program that uses it, or choose another: PORT=${port + 1}.`, {
      cause,
    });
  }
}

/**
 * Starts listening.
 * @throws PortInUseError
 */
export const listen = async (app: App, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> => {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new PortInUseError(port, error) : error;
  });
};
