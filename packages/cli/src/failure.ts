import { stripVTControlCharacters } from 'node:util';

/** How a command ended that was not done. */
export interface Failure {
  kind: 'refused' | 'usage' | 'unreachable' | 'fault';
  message: string;
  exitCode: 1 | 2;
}

/** The exit codes of every verb, `import` among them; docs/releasing.md has them too. */
export const EXIT_CODES = `EXIT CODES

  0  done, or with --dry-run: could be
  1  refused, for what was asked or for what stands in a file; nothing has changed
  2  not tried, or broken off: wrong usage or environment, a file or a storage that cannot be reached
`;

/** The kinds of an error that the operator can do something about, by its name. */
const KINDS: Record<string, Failure['kind']> = {
  ReleaseError: 'refused',
  StorageError: 'unreachable',
  UnreachableError: 'unreachable',
  UsageError: 'usage',
  CLIError: 'usage',
};

/** citty says which verb it does not know, and leaves it at that. */
const sentenceOf = ({ name, message }: Error): string =>
  stripVTControlCharacters(name === 'CLIError' ? `${message}. Add --help to see what is known.` : message);

/** Whether the system refused something: no such directory, no permission, nobody at that address. */
const isFromSystem = (error: Error): boolean => 'code' in error && 'syscall' in error;

/** What the operator can do something about is one sentence; anything else is a fault of ours, and its stack helps to find it. */
export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return { kind: 'fault', message: String(error), exitCode: 2 };
  const kind = KINDS[error.name];
  if (kind) return { kind, message: sentenceOf(error), exitCode: kind === 'refused' ? 1 : 2 };
  return isFromSystem(error)
    ? { kind: 'unreachable', message: error.message, exitCode: 2 }
    : { kind: 'fault', message: error.stack ?? error.message, exitCode: 2 };
};
