import { chmod, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

const isPipe = (address: string): boolean => address.startsWith('\\\\.\\pipe\\');

/**
 * Lets the admin app answer on its socket, to this user only. What a killed process left there is replaced: whoever
 * calls this holds the lock of the directory.
 */
export const listenToCommands = async (app: FastifyInstance, address: string): Promise<void> => {
  if (!isPipe(address)) await rm(address, { force: true });
  await app.listen({ path: address });
  if (!isPipe(address)) await chmod(address, 0o600);
};

/**
 * Whether a living process listens at the address, be it asleep: the system takes connections for one that is
 * suspended (Ctrl+Z), and refuses them for one that is dead.
 */
export const isListening = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
