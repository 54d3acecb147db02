/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { textOf, words } from '../commands/records';

/** `lastUsedAt` → `Last used at` */
const titleOf = (name: string): string => words(name).replace(/^./, (letter) => letter.toUpperCase());

interface TableProps<Row extends object> {
  caption: string;
  rows: readonly Row[];
  /** A last column. */
  actions?: (row: Row) => ReactNode;
}

/**
 * A table of records, in a region that the keyboard can scroll. On narrow screens, each field gets a line with its title;
 * the roles keep it a table there.
 */
export const Table = <Row extends object>({ caption, rows, actions }: TableProps<Row>) => {
  const [first] = rows;
  if (!first) return <p>{`${caption}: none.`}</p>;
  return (
    <div className="scroll rows" role="region" aria-label={caption} tabIndex={0}>
      <table role="table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {Object.keys(first).map((name) => (
              <th key={name} scope="col">
                {titleOf(name)}
              </th>
            ))}
            {actions && <th scope="col">Actions</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} role="row">
              {Object.entries(row).map(([name, value]) => (
                <td key={name} role="cell" data-title={titleOf(name)}>
                  {textOf(value)}
                </td>
              ))}
              {actions && (
                <td role="cell" data-title="Actions">
                  <div className="actions">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
