import type { Counts, ImportReport, Refusal } from './import-report';

const countsText = ({ new: added, updated, unchanged }: Counts): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged`;

const refusalText = ({ rows, more }: Refusal): string[] => {
  const width = Math.max(...rows.map(({ line }) => String(line).length));
  return [
    ...rows.map(({ line, reason }) => `line ${String(line).padStart(width)}: ${reason}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    '',
    'Nothing was loaded. Correct the file and import it again.',
  ];
};

/** An import's report as it is printed on a terminal, without a last line break. */
export const reportText = (report: ImportReport): string => {
  if (report.outcome === 'refused') return refusalText(report).join('\n');
  const { outcome, customers, orders, ignoredFields } = report;
  return [
    outcome === 'checked' ? 'The file can be loaded; nothing was changed.' : 'Loaded.',
    `customers  ${countsText(customers)}`,
    `orders     ${countsText(orders)}`,
    ...(ignoredFields.length > 0
      ? [`left out   fields the portal does not know: ${ignoredFields.join(', ')}`]
      : []),
  ].join('\n');
};
