import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { Config } from '../config';
import { failureBody } from './errors';
import type { App } from './validation';

/** How long a request may take to arrive, and how long a stop waits for those under way; in milliseconds. */
export interface Patience {
  requestMs: number;
  stopMs: number;
}

const patient: Patience = { requestMs: 30_000, stopMs: 5_000 };

const statusOf = ({ code }: ConnectionError): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
};

/** What is no HTTP never becomes a request, so it is answered on the socket. */
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

/** The options of an app whose connections do not stay open half used: half a request must not bind a socket for ever. */
export const connections = ({ requestMs }: Patience = patient) => ({
  requestTimeout: requestMs,
  // With a longer time for the headers than for the whole, Node sees to the headers only.
  http: { headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 },
  clientErrorHandler: answerOnSocket,
});

/** Ends what is still open some time after a stop began: a request that never comes whole would keep the process. */
export const endConnections = (app: App, { stopMs }: Patience = patient) => {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), stopMs).unref();
  });
};

/** Another program listens on the port already. */
class PortInUseError extends Error {
  override readonly name = 'PortInUseError';

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is in use. Stop the program that has it, or start with another: PORT=${port + 1}.`, {
      cause,
    });
  }
}

/**
 * Starts to answer.
 * @throws PortInUseError
 */
export const listen = async (app: App, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> => {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new PortInUseError(port, error) : error;
  });
};
