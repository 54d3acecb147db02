import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { WORKSPACE } from './directories';

/** Runs a TypeScript file of the workspace as its own process. */
export const start = (script: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: WORKSPACE,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Runs a process to its end. */
export const run = async (script: string, args: string[], env: Record<string, string>): Promise<void> => {
  const [code] = await once(start(script, args, env), 'exit');
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with exit code ${String(code)}.`);
};
