import { spawn, type ChildProcess } from 'node:child_process';

/** Resolves with the exit code of a process, or null if a signal ended it. */
export const exitCode = (process: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => process.once('exit', resolve));

/** Runs a command in a directory and waits until it exits; rejects on another exit code than 0. */
export const runIn = async (
  directory: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> => {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await exitCode(child);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited with code ${String(code)}.`);
};
