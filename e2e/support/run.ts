import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { WORKSPACE } from './directories';

/** Runs a TypeScript file of the workspace as its own process. */
export const start = (script: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: WORKSPACE,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Waits for the end of a process; null when a signal ended it. */
export const exitCode = (process: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => process.once('exit', resolve));

const untilDone = async (process: ChildProcess, what: string): Promise<void> => {
  const code = await exitCode(process);
  if (code !== 0) throw new Error(`${what} ended with exit code ${String(code)}.`);
};

/** Runs a process to its end. */
export const run = (script: string, args: string[], env: Record<string, string>): Promise<void> =>
  untilDone(start(script, args, env), `${script} ${args.join(' ')}`);

/** Runs a command of a directory to its end. */
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

/** Runs a process to its end; gives back what it printed. */
export const output = async (
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: WORKSPACE,
    env: { ...process.env, ...env },
  });
  return stdout;
};
