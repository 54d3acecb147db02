/** The part of OData 3 that Acumatica's list requests take in `$filter`. */

type Value = string | number | boolean;

/** Reads a field of a record; undefined when it is empty. */
type Read = (field: string) => Value | undefined;

export interface Filter {
  matches: (read: Read) => boolean;
  /** The values that a field must have one of; undefined if the filter does not say so. */
  oneOf: (field: string) => Value[] | undefined;
}

const TOKEN = /\s*(?:(datetimeoffset|guid)?'((?:[^']|'')*)'|(\(|\))|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w/]*))/gy;

type Token = { kind: 'value'; value: Value } | { kind: 'name' | 'sign'; text: string };

export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const tokenize = (text: string): Token[] => {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text);
    if (!found) throw new FilterError(`cannot read the filter: ${text}`);
    const [, type, quoted, sign, digits, name] = found;
    if (quoted !== undefined) {
      const value = quoted.replaceAll("''", "'");
      if (type === 'datetimeoffset' && Number.isNaN(Date.parse(value)))
        throw new FilterError(`no date: ${value}`);
      tokens.push({ kind: 'value', value: type === 'datetimeoffset' ? Date.parse(value) : value });
    } else if (digits !== undefined) tokens.push({ kind: 'value', value: Number(digits) });
    else if (name === 'true' || name === 'false') tokens.push({ kind: 'value', value: name === 'true' });
    else tokens.push(sign ? { kind: 'sign', text: sign } : { kind: 'name', text: name ?? '' });
  }
  return tokens;
};

const comparisons: Record<string, (one: Value, other: Value) => boolean> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

/** @throws FilterError for anything else than these comparisons, `and`, `or`, and parentheses */
export const parseFilter = (text: string): Filter => {
  const tokens = tokenize(text);
  let at = 0;
  const isNext = (expected: string) => {
    const token = tokens[at];
    return token !== undefined && token.kind !== 'value' && token.text === expected;
  };
  const take = (expected: string) => {
    if (!isNext(expected)) throw new FilterError(`expected ${expected} in the filter: ${text}`);
    at += 1;
  };
  const name = (): string => {
    const token = tokens[at++];
    if (token?.kind !== 'name') throw new FilterError(`expected a name in the filter: ${text}`);
    return token.text;
  };
  const value = (): Value => {
    const token = tokens[at++];
    if (token?.kind !== 'value') throw new FilterError(`expected a value in the filter: ${text}`);
    return token.value;
  };

  const comparison = (): Filter => {
    const field = name();
    const operator = name();
    const compare = comparisons[operator];
    if (!compare) throw new FilterError(`unknown operator ${operator}`);
    const wanted = value();
    return {
      oneOf: (asked) => (operator === 'eq' && asked === field ? [wanted] : undefined),
      matches: (read) => {
        const actual = read(field);
        return actual !== undefined && compare(actual, wanted);
      },
    };
  };

  const term = (): Filter => {
    if (!isNext('(')) return comparison();
    take('(');
    const inner = any();
    take(')');
    return inner;
  };

  const all = (): Filter => {
    const parts = [term()];
    while (isNext('and')) {
      take('and');
      parts.push(term());
    }
    return {
      oneOf: (field) => parts.map((part) => part.oneOf(field)).find((values) => values !== undefined),
      matches: (read) => parts.every((part) => part.matches(read)),
    };
  };

  const any = (): Filter => {
    const parts = [all()];
    while (isNext('or')) {
      take('or');
      parts.push(all());
    }
    return {
      oneOf: (field) => {
        const values = parts.map((part) => part.oneOf(field));
        return values.every((one) => one !== undefined) ? values.flat() : undefined;
      },
      matches: (read) => parts.some((part) => part.matches(read)),
    };
  };

  const filter = any();
  if (at < tokens.length) throw new FilterError(`unexpected end of the filter: ${text}`);
  return filter;
};
