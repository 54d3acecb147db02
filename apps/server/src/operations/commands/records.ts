/** `1 message`, `2 messages` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `knownBrowsers` → `known browsers` */
export const words = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A value on one line: times to the minute, lists and counts with commas. */
export const textOf = (value: unknown): string => {
  if (value instanceof Date) return textOf(value.toISOString());
  if (value === null || value === '') return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '–';
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, part]) => `${words(name)} ${textOf(part)}`);
    return parts.join(', ') || '–';
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*/, '$1 $2 UTC');
};

const aligned = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** A record as text, a line for each field. */
export const recordText = (record: object): string =>
  aligned(Object.entries(record).map(([name, value]) => [words(name), textOf(value)]));

/** Records of one shape as a table, a column for each field; empty without records. */
export const tableText = (records: readonly object[]): string => {
  const titles = Object.keys(records[0] ?? {}).map((name) => words(name).toUpperCase());
  return aligned([titles, ...records.map((record) => Object.values(record).map(textOf))]);
};

const isTable = (value: unknown): value is object[] =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object');

/** A record as text, and below it each list of records as a table. */
export const viewText = (record: object): string => {
  const entries = Object.entries(record);
  const tables = entries.flatMap(([name, value]) =>
    isTable(value) ? [`${words(name)}\n${tableText(value)}`] : [],
  );
  return [recordText(Object.fromEntries(entries.filter(([, value]) => !isTable(value)))), ...tables].join(
    '\n\n',
  );
};
