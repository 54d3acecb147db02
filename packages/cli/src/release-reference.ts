import { UsageError } from './usage-error';

/**
 * Reads a version of a remote, written `orders@1.4.0`.
 * @throws UsageError when it is not written so
 */
export const readReference = (text: string | undefined): { name: string; version: string } => {
  const [, name, version] = /^([^@]+)@([^@]+)$/.exec(text ?? '') ?? [];
  if (name && version) return { name, version };
  throw new UsageError('Name a remote and its version, such as orders@1.4.0.');
};

/**
 * Reads the name of a remote, or `shell`.
 * @param instead what to write when a version was named with it
 * @throws UsageError when there is none
 */
export const readName = (text: string | undefined, instead: string): string => {
  if (text && !text.includes('@')) return text;
  throw new UsageError(text ? `Name the remote alone: ${instead}` : `Name a remote: ${instead}`);
};
