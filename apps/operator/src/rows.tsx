import { Box, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import type { Fields } from './calls';

/** `lastUsedAt` → `Last used at` */
export const words = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());

/** A value as people read it: times in their zone, lists and counts in a line. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '—';
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, part]) => `${words(name)}: ${textOf(part)}`);
    return parts.join(' · ') || '—';
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const isTime = /^\d{4}-\d\d-\d\dT/.test(value);
  return isTime ? new Date(value).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }) : value;
};

interface RowsProps {
  label: string;
  rows: readonly Fields[];
  actions?: (id: string, row: Fields) => ReactNode;
}

/** A table of records, in a region that the keyboard can scroll on narrow screens. */
export const Rows = ({ label, rows, actions }: RowsProps) => {
  const columns = Object.keys(rows[0] ?? {});
  if (!rows.length) return <Typography>{label}: none</Typography>;
  return (
    <Box
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        overflowX: 'auto',
        overflowWrap: 'break-word',
        '& :is(th, td)': { p: 1, textAlign: 'start', verticalAlign: 'top', maxInlineSize: 360 },
      }}
    >
      <table>
        <thead>
          <tr>
            {[...columns, ...(actions ? ['actions'] : [])].map((name) => (
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
                <td key={name}>{textOf(row[name])}</td>
              ))}
              {actions && <td>{actions(textOf(row['id']), row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
};
