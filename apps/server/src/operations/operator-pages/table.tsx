/** @jsxRuntime automatic */
import { isValidElement, type ReactNode } from 'react';
import { textOf, words } from '../commands/records';

/** `lastUsedAt` → `Last used at` */
const titleOf = (name: string): string => words(name).replace(/^./, (letter) => letter.toUpperCase());

const cellOf = (value: unknown): ReactNode => {
  if (value instanceof Date) return <time dateTime={value.toISOString()}>{textOf(value)}</time>;
  return isValidElement(value) ? value : textOf(value ?? null);
};

interface TableProps<Row extends object> {
  caption: string;
  rows: readonly Row[];
  /** Said in place of a table without rows. */
  empty?: string;
}

/**
 * A table of records, in a region that the keyboard can scroll. On narrow screens, each field gets a line with its title;
 * the roles keep it a table there.
 */
export const Table = <Row extends object>({
  caption,
  rows,
  empty = `${caption}: none.`,
}: TableProps<Row>) => {
  const [first] = rows;
  if (!first) return <p>{empty}</p>;
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
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} role="row">
              {Object.entries(row).map(([name, value]) => (
                <td key={name} role="cell" data-title={titleOf(name)}>
                  <div dir="auto">{cellOf(value)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** One record, with a line for each field. */
export const Facts = ({ record }: { record: object }) => (
  <dl>
    {Object.entries(record).map(([name, value]: [string, unknown]) => (
      <div key={name}>
        <dt>{titleOf(name)}</dt>
        <dd>{cellOf(value)}</dd>
      </div>
    ))}
  </dl>
);
