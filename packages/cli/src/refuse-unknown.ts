import type { ArgsDef, ParsedArgs } from 'citty';
import { UsageError } from './usage-error';

const isPositional = ({ type }: ArgsDef[string]) => type === 'positional';

/**
 * Stops at what a verb does not know: a mistyped option must not pass for one that was left out.
 * @throws UsageError naming every unknown argument
 */
export const refuseUnknown = <Args extends ArgsDef>(args: ParsedArgs<Args>, definition: Args): void => {
  const places = Object.values(definition).filter(isPositional).length;
  const unknown = [
    ...args._.slice(places),
    ...Object.keys(args)
      .filter((name) => name !== '_' && !(name in definition))
      .map((name) => `${name.length > 1 ? '--' : '-'}${name}`),
  ];
  if (unknown.length > 0)
    throw new UsageError(`It is not known what ${unknown.join(', ')} means here. Add --help to see what is.`);
};
