import type { Goal, Row } from './measurement';

const number = (value: number): string => {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2).replace(/\.00$/, '');
};

const withUnit = (value: number, unit: Row['unit']): string =>
  unit === '/s' ? `${number(value)}/s` : `${number(value)} ${unit}`.trim();

/** The goal, and whether the median meets it. */
const goalText = (goal: Goal, median: number, unit: Row['unit']): string => {
  if ('atMost' in goal) return `≤ ${withUnit(goal.atMost, unit)} ${median <= goal.atMost ? '✓' : '✗'}`;
  return `≥ ${withUnit(goal.atLeast, unit)} ${median >= goal.atLeast ? '✓' : '✗'}`;
};

const cells = ({ what, unit, ours, baseline, result, goal }: Row): string[] => {
  const { median, low, high } = result;
  const spread = low === high ? '' : `(${number(low)}–${number(high)})`;
  return [
    baseline ? `${what}, ÷ ${baseline.name}` : what,
    withUnit(ours, unit),
    baseline ? withUnit(baseline.value, unit) : '',
    baseline ? `${number(median)} ${spread}`.trim() : spread,
    goal ? goalText(goal, median, baseline ? '' : unit) : '',
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
