import { spawn, type ChildProcess } from 'node:child_process';
import { WORKSPACE } from './directories';

/** Runs a built program of the workspace as its own process. */
export const start = (script: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    cwd: WORKSPACE,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Resolves with the exit code of a process, or null if a signal ended it. */
export const exitCode = (process: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => process.once('exit', resolve));

const untilDone = async (process: ChildProcess, what: string): Promise<void> => {
  const code = await exitCode(process);
  if (code !== 0) throw new Error(`${what} exited with code ${String(code)}.`);
};

/** Runs a command in a directory and waits until it exits; rejects on another exit code than 0. */
export const runIn = (
  directory: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> =>
  untilDone(
    spawn(command, args, {
      cwd: directory,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
    `${command} ${args.join(' ')}`,
  );
