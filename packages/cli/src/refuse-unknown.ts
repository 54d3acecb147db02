import type { ArgsDef, ParsedArgs } from 'citty';
import { UsageError } from './usage-error';

const isPositional = ({ type }: ArgsDef[string]) => type === 'positional';

/** citty gives `--dry-run` under both spellings, `dry-run` and `dryRun`. */
const asWritten = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** An option at the end has an empty value, one before another takes that as its value. */
const lacksValue = (value: unknown): boolean =>
  typeof value === 'string' && (value.trim() === '' || value.startsWith('--'));

/**
 * Stops at what a verb does not know, and at an option that lacks its value: a mistyped option must not pass for one
 * that was left out.
 * @throws UsageError naming every such argument
 */
export const refuseUnknown = <Args extends ArgsDef>(args: ParsedArgs<Args>, definition: Args): void => {
  const places = Object.values(definition).filter(isPositional).length;
  const options = Object.entries(args).filter(([name]) => name !== '_');
  const unknown = [
    ...args._.slice(places),
    ...options
      .filter(([name]) => !(asWritten(name) in definition))
      .map(([name]) => `${name.length > 1 ? '--' : '-'}${name}`),
  ];
  if (unknown.length > 0)
    throw new UsageError(`It is not known what ${unknown.join(', ')} means here. Add --help to see what is.`);
  const [empty] = options.filter(([, value]) => lacksValue(value));
  if (empty) throw new UsageError(`--${asWritten(empty[0])} needs a value. Add --help to see which.`);
};
