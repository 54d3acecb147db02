import type { Config } from './config';
import type { App } from './http/validation';

/** Another program listens on the port already. */
export class PortInUseError extends Error {
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
