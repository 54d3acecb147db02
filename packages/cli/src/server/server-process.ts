import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { UsageError, type Failure } from '../failure';
import type { Io } from '../io';

const require = createRequire(import.meta.url);

const ENTRIES = {
  doctor: 'server/doctor-command',
  import: 'server/import-command',
  migrate: 'server/migrate-command',
  operator: 'server/operator-command',
};

/** @throws UsageError before the first build */
const fileOf = (entry: keyof typeof ENTRIES): string => {
  try {
    return require.resolve(ENTRIES[entry]);
  } catch (cause) {
    throw new UsageError('The server is not built. Build first: pnpm build', { cause });
  }
};

/** A process of the server writes one error to stderr when it fails: apps/server/src/command.ts. */
const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    message: v.string(),
    code: v.optional(v.string()),
    syscall: v.optional(v.string()),
  }),
);

/** The errors that an operator can fix, by name. */
const KINDS: Record<string, Failure['kind']> = {
  CopyRefusedError: 'refused',
  ReleaseError: 'refused',
  ConfigError: 'usage',
  NoDatabaseError: 'usage',
  SchemaOutdatedError: 'usage',
  DatabaseDamagedError: 'unreachable',
  DatabaseUnavailableError: 'unreachable',
  DirectoryInUseError: 'unreachable',
  OtherUserError: 'unreachable',
  PortalRefusedError: 'unreachable',
  StorageError: 'unreachable',
  UnreadableFileError: 'unreachable',
};

/** Rebuilds the error of the process, with the message in place of a stack of this process. */
const errorFrom = (stderr: string): Error => {
  const { success, output } = v.safeParse(errorSchema, stderr);
  const { message, ...properties } = success ? output : { name: 'Error', message: stderr.trim() };
  return Object.assign(new Error(message), { stack: message, kind: KINDS[properties.name], ...properties });
};

/**
 * Runs an entry of the server as a process of its own, because packages never import apps.
 * @returns what it printed, and whether the answer is no: exit code 1
 * @throws the error of the process
 */
export const runServerProcess = async (
  entry: keyof typeof ENTRIES,
  args: readonly string[],
  { env, cwd, stderr: terminal }: Io,
) => {
  const child = spawn(process.execPath, ['--enable-source-maps', fileOf(entry), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ]);
  if (exitCode !== 0 && exitCode !== 1) throw errorFrom(stderr);
  // Lines of the audit log, without AUDIT_LOG.
  if (stderr) terminal.write(stderr);
  return { printed: stdout.trimEnd(), isNo: exitCode === 1 };
};
