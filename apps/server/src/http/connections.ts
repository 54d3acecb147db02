import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { Config } from '../config';
import { failureBody } from './errors';
import type { App } from './validation';

/** How long a request may take to arrive, and how long a stop waits for open connections. */
export interface Timeouts {
  requestMs: number;
  stopMs: number;
}

const defaults: Timeouts = { requestMs: 30_000, stopMs: 5_000 };

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
 * connection. Some time after it stopped listening, remaining connections are closed: an incomplete request must not
 * keep the process alive.
 * @param draining is aborted when the stop begins
 */
export const endConnections = (app: App, draining?: AbortSignal, { stopMs }: Timeouts = defaults) => {
  app.addHook('onRequest', async (_request, reply) => {
    if (draining?.aborted) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
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
