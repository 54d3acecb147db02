import { CommanderError } from '@commander-js/extra-typings';
import { isNativeError } from 'node:util/types';

/** Why a command failed. */
export interface CommandFailure {
  kind: 'refused' | 'usage' | 'unreachable' | 'fault';
  message: string;
  exitCode: 1 | 2;
}

/** The same for every verb; docs/releasing.md has them too. */
export const EXIT_CODES = `
Exit codes:
  0  done; with --dry-run: possible
  1  refused because of the request or a file; with --verify, a version that fails stays published
  2  not attempted, or interrupted: wrong usage or environment, unreachable file or storage
`;

const KINDS = ['refused', 'usage', 'unreachable'] as const;

const kindOf = (error: Error): CommandFailure['kind'] => {
  const kind = 'kind' in error ? KINDS.find((one) => one === error.kind) : undefined;
  if (kind) return kind;
  if (error instanceof CommanderError) return 'usage';
  // A system call failed: no such directory, no permission, connection refused.
  return 'code' in error && 'syscall' in error ? 'unreachable' : 'fault';
};

/** Commander's errors begin with "error: ", and have suggestions on a second line. */
const sentenceOf = ({ code, message }: CommanderError): string =>
  code === 'commander.help'
    ? 'Name one of the commands that --help lists.'
    : message.replace(/^error: /, '').replace('\n', ' ');

/** Explains an error: in a sentence if the operator can fix it, else with its stack, because it is a bug. */
export const failureOf = (error: unknown): CommandFailure => {
  if (!isNativeError(error)) return { kind: 'fault', message: String(error), exitCode: 2 };
  const kind = kindOf(error);
  const message = kind === 'fault' ? (error.stack ?? error.message) : error.message;
  return {
    kind,
    message: error instanceof CommanderError ? sentenceOf(error) : message,
    exitCode: kind === 'refused' ? 1 : 2,
  };
};
