import { Box, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { Shown } from './work';

/** A record of which everything is shown. */
export const recordSchema = v.record(v.string(), v.unknown());
type Fields = v.InferOutput<typeof recordSchema>;

/** `lastUsedAt` → `Last used at` */
const words = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
    .replace(/^./, (letter) => letter.toUpperCase());

/** A value as people read it: times in their zone, lists and counts in a line. */
export const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '—';
  if (typeof value === 'object' && value !== null) {
    const known = Object.entries(value).filter(([, part]) => part !== null);
    return known.map(([name, part]) => `${words(name)}: ${textOf(part)}`).join(' · ');
  }
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value !== 'string') return JSON.stringify(value);
  const isTime = /^\d{4}-\d\d-\d\dT/.test(value);
  return isTime ? new Date(value).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }) : value;
};

interface RowsProps {
  label: string;
  rows: readonly Fields[];
  /** In the cell of the `id`. */
  actions?: ((id: string, row: Fields) => ReactNode) | undefined;
}

/** A table of records, in a region that the keyboard can scroll on narrow screens. */
export const Rows = ({ label, rows, actions }: RowsProps) => {
  const columns = Object.keys(rows[0] ?? {});
  if (rows.length === 0) return <Typography>{`${label}: none`}</Typography>;
  return (
    <Box
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        overflowX: 'auto',
        overflowWrap: 'break-word',
        '& :is(caption, th, td)': { p: 1, textAlign: 'start', verticalAlign: 'top', maxInlineSize: 360 },
      }}
    >
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {words(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={textOf(row['id'] ?? index)}>
              {columns.map((name) => (
                <td key={name}>
                  <span>{textOf(row[name])}</span> {name === 'id' && actions?.(textOf(row[name]), row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
};

/** A list, lists by name, or facts by name. */
const tablesSchema = v.union([
  v.array(recordSchema),
  v.record(v.string(), v.array(recordSchema)),
  v.pipe(
    recordSchema,
    v.transform((facts) => Object.entries(facts).map(([name, value]) => ({ fact: words(name), value }))),
  ),
]);

interface TablesProps extends Pick<RowsProps, 'label' | 'actions'> {
  work: string;
  given?: object;
}

/** What some work returns, in tables. */
export const Tables = ({ label, actions, ...work }: TablesProps) => (
  <Shown {...work} schema={tablesSchema}>
    {(result) =>
      Object.entries(Array.isArray(result) ? { [label]: result } : result).map(([name, rows]) => (
        <Rows key={name} label={words(name)} rows={rows} actions={actions} />
      ))
    }
  </Shown>
);
