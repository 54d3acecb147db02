import { spawn, type ChildProcess } from 'node:child_process';
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

/** Runs a process to its end. */
export const run = async (script: string, args: string[], env: Record<string, string>): Promise<void> => {
  const code = await exitCode(start(script, args, env));
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with exit code ${String(code)}.`);
};
