import { createInterface } from 'node:readline/promises';

interface Output {
  write: (text: string) => unknown;
}

/** Everything a command takes from its process. */
export interface Io {
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /** The workspace: `pnpm portal` runs at its root. */
  cwd: string;
  /** Asks the person at the terminal; absent without a terminal. */
  ask?: (question: string) => Promise<string>;
}

const { stdin, stdout, stderr, env } = process;

/** Asks on stderr, because programs may read stdout. */
const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: stdin, output: stderr });
  return terminal.question(question).finally(() => terminal.close());
};

/** Runs the command line of this process, and sets its exit code. */
export const runProcess = async (run: (args: string[], io: Io) => Promise<number>): Promise<void> => {
  process.exitCode = await run(process.argv.slice(2), {
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    ...(stdin.isTTY && { ask }),
  });
};
