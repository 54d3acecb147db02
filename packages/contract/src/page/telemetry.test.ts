import { loadReportSchema, type LoadReport } from './telemetry';
import { mistakes } from '../testing/mistakes';

const REPORT: LoadReport = {
  remote: 'orders',
  version: '1.4.0-pr12',
  event: 'fell-back',
  cause: 'entry',
  durationMs: 1234.5,
};

const wrongIn = (change: object) => mistakes(loadReportSchema, { ...REPORT, ...change });

it('accepts a report with or without a cause', () => {
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ event: 'shown', cause: undefined })).toEqual([]);
});

it.each([
  // Unknown fields might hold customer data.
  ['customer', 'ann@example.com'],
  ['remote', '../orders'],
  ['remote', 'o'.repeat(65)],
  ['version', `1.0.0-${'a'.repeat(128)}`],
  ['event', 'loaded'],
  ['cause', 'network'],
  ['durationMs', -1],
  ['durationMs', 86_400_001],
])('refuses the %s %j', (field, value) => {
  expect(wrongIn({ [field]: value })).toEqual([field]);
});
