import { once } from 'node:events';
import { createServer } from 'node:net';

const MAX_PORT = 65_535;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Finds the first free port.
 * @param from the first port to try
 */
export const freePort = async (from: number, host: string): Promise<number> => {
  const server = createServer().listen(from, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (isTaken(error) && from < MAX_PORT) return freePort(from + 1, host);
    throw error;
  }
  server.close();
  await once(server, 'close');
  return from;
};
