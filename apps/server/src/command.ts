import { fileURLToPath } from 'node:url';
import { readConfig, type Config } from './config';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The arguments of a command are wrong. The message says how to write them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a process behind a verb of `portal`, which has already checked the arguments.
 * @param run returns the exit code. If it throws, the exit code is 2, with the error as JSON on stderr
 */
export const runCommand = async (
  env: NodeJS.ProcessEnv,
  run: (config: Config) => Promise<number>,
): Promise<void> => {
  const readAndRun = async () => run(readConfig(env, root));
  process.exitCode = await readAndRun().catch((error: unknown) => {
    const failure: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
    const { name, message, code, syscall } = failure;
    console.error(JSON.stringify({ name, message, code, syscall }));
    return 2;
  });
};
