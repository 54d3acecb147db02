import { stripVTControlCharacters } from 'node:util';
import { isNativeError } from 'node:util/types';

/** Why a command failed. */
export interface Failure {
  kind: 'refused' | 'usage' | 'unreachable' | 'fault';
  message: string;
  exitCode: 1 | 2;
}

/** The same for every verb; docs/releasing.md has them too. */
export const EXIT_CODES = `EXIT CODES

  0  done; with --dry-run: possible
  1  refused because of the request or a file; nothing has changed
  2  not tried, or interrupted: wrong usage or environment, unreachable file or storage
`;

/** The errors an operator can fix, by name. The last ones come from the commands of the server. */
const KINDS: Record<string, Failure['kind']> = {
  ReleaseError: 'refused',
  CopyRefusedError: 'refused',
  StorageError: 'unreachable',
  UnreachableError: 'unreachable',
  UsageError: 'usage',
  CLIError: 'usage',
  ConfigError: 'usage',
  SchemaOutdatedError: 'usage',
  UnreadableFileError: 'unreachable',
  DatabaseUnavailableError: 'unreachable',
  DatabaseDamagedError: 'unreachable',
  DirectoryInUseError: 'unreachable',
};

/** Whether a system call failed: no such directory, no permission, connection refused. */
const isFromSystem = (error: Error): boolean => 'code' in error && 'syscall' in error;

/** Explains an error: in a sentence if the operator can fix it, else with its stack, because it is a bug. */
export const failureOf = (error: unknown): Failure => {
  if (!isNativeError(error)) return { kind: 'fault', message: String(error), exitCode: 2 };
  const kind = KINDS[error.name] ?? (isFromSystem(error) ? 'unreachable' : 'fault');
  return {
    kind,
    message: stripVTControlCharacters(kind === 'fault' ? (error.stack ?? error.message) : error.message),
    exitCode: kind === 'refused' ? 1 : 2,
  };
};
