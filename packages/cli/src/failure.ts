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

/** The errors an operator can fix, by name; those of the server's commands have a `kind`. */
const KINDS: Record<string, Failure['kind']> = {
  ReleaseError: 'refused',
  StorageError: 'unreachable',
  UnreachableError: 'unreachable',
  UsageError: 'usage',
  CLIError: 'usage',
};

const isKind = (value: unknown): value is Failure['kind'] =>
  value === 'refused' || value === 'usage' || value === 'unreachable';

/** Whether a system call failed: no such directory, no permission, connection refused. */
const isFromSystem = (error: Error): boolean => 'code' in error && 'syscall' in error;

/** Explains an error: in a sentence if the operator can fix it, else with its stack, because it is a bug. */
export const failureOf = (error: unknown): Failure => {
  if (!isNativeError(error)) return { kind: 'fault', message: String(error), exitCode: 2 };
  const known = 'kind' in error && isKind(error.kind) ? error.kind : KINDS[error.name];
  const kind = known ?? (isFromSystem(error) ? 'unreachable' : 'fault');
  return {
    kind,
    message: stripVTControlCharacters(kind === 'fault' ? (error.stack ?? error.message) : error.message),
    exitCode: kind === 'refused' ? 1 : 2,
  };
};
