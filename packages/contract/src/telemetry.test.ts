import { LOAD_CAUSES, LOAD_EVENTS, loadReportSchema, type LoadReport } from './telemetry';
import { mistakes } from './testing/mistakes';

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

it.each(LOAD_EVENTS)('accepts the event %s', (event) => {
  expect(wrongIn({ event })).toEqual([]);
});

it.each(LOAD_CAUSES)('accepts the cause %s', (cause) => {
  expect(wrongIn({ cause })).toEqual([]);
});

it.each(['remote', 'version', 'event', 'durationMs'])('requires %s', (field) => {
  expect(wrongIn({ [field]: undefined })).toEqual([field]);
});

it('refuses unknown fields, because they might hold customer data', () => {
  expect(wrongIn({ customer: 'ann@example.com' })).toEqual(['customer']);
});

it.each([
  ['remote', 'Orders'],
  ['remote', '../orders'],
  ['remote', 'o'.repeat(65)],
  ['version', 'latest'],
  ['version', `1.0.0-${'a'.repeat(128)}`],
  ['event', 'loaded'],
  ['cause', 'network'],
  ['durationMs', -1],
  ['durationMs', NaN],
  ['durationMs', 86_400_001],
  ['durationMs', '12'],
])('refuses the %s %j', (field, value) => {
  expect(wrongIn({ [field]: value })).toEqual([field]);
});
