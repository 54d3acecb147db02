import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the messages that the terminal driver keeps in DATA_DIR/outbox. */
export const openInbox = (directory: string) => {
  const files = async () => (await readdir(directory).catch(() => [])).sort();

  return {
    files,
    read: (file: string) => readFile(join(directory, file), 'utf8'),
    /** The code in the newest message to an address; undefined when there is none. */
    codeFor: async (address: string) => {
      const newest = (await files()).filter((file) => file.includes(`-${address}.`)).at(-1);
      return newest && /\b\d{6}\b/.exec(await readFile(join(directory, newest), 'utf8'))?.[0];
    },
  };
};
