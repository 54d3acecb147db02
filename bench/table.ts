import { isMet, type Goal, type Row } from './row';

const number = (value: number): string => {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2).replace(/\.00$/, '');
};

const withUnit = (value: number, unit: Row['unit']): string =>
  unit === '/s' ? `${number(value)}/s` : `${number(value)} ${unit}`.trim();

const goalText = (goal: Goal | undefined, unit: string): string => {
  if (!goal) return '';
  return 'atMost' in goal
    ? `≤ ${number(goal.atMost)} ${unit}`.trim()
    : `≥ ${number(goal.atLeast)} ${unit}`.trim();
};

const MARKS = new Map([
  [true, '✓'],
  [false, '✗'],
]);

const cells = (row: Row): string[] => {
  const { what, unit, ours, baseline, result, goal } = row;
  const { median, low, high } = result;
  const spread = low === high ? '' : ` (${number(low)}–${number(high)})`;
  return [
    baseline ? `${what}, ÷ ${baseline.name}` : what,
    withUnit(ours, unit),
    baseline ? withUnit(baseline.value, unit) : '',
    baseline ? `${number(median)}${spread}` : spread.trim(),
    `${goalText(goal, baseline ? '' : unit)} ${MARKS.get(isMet(row) ?? !goal) ?? ''}`
      .replace(goal ? '' : '✓', '')
      .trim(),
  ];
};

const HEAD = ['', 'portal', 'baseline', 'ratio', 'goal'];

/** The rows as a Markdown table, aligned for a terminal. */
export const tableOf = (rows: readonly Row[]): string => {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] ?? '').length)));
  const lineOf = (line: string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = '', ...others] = lines.map(lineOf);
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others, ''].join('\n');
};

/** A row without a baseline as an item of a list. */
const itemOf = (row: Row): string => {
  const [what = '', portal, , spread, goal] = cells(row);
  return `- ${what}: ${[portal, spread].filter(Boolean).join(' ')}${goal ? `, ${goal}` : ''}`;
};

/** The ratios as a table, and the amounts as a list. */
export const tableAndList = (rows: readonly Row[]): string => {
  const ratios = rows.filter(({ baseline }) => baseline);
  const amounts = rows.filter(({ baseline }) => !baseline);
  return [tableOf(ratios), ...amounts.map(itemOf), ''].join('\n');
};
