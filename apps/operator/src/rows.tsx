import { Box, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import type { Fields } from './calls';

/** A value as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '—');

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
      sx={{ overflowX: 'auto', '& :is(th, td)': { p: 1, textAlign: 'start' } }}
    >
      <table>
        <thead>
          <tr>
            {[...columns, ...(actions ? ['actions'] : [])].map((name) => (
              <th key={name} scope="col">
                {name}
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
