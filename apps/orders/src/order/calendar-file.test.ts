import { calendarFile } from './calendar-file';

const ORDER = { ServiceOrderNbr: '7', Description: 'Boiler repair' };
const SOURCE = { url: 'https://portal.example/service-order/7', brand: 'Acme' };
const STAMP = new Date('2026-03-01T08:00:00Z');

const linesOf = (created_at: string, ends_at?: string): string[] =>
  calendarFile({ created_by: 'Robert', created_at, ends_at }, ORDER, SOURCE, STAMP)
    .replaceAll('\r\n ', '')
    .split('\r\n');

test.each([
  ['2026-03-04', undefined, '20260305'],
  ['2026-03-04T00:00:00-08:00', undefined, '20260305'],
  ['2026-03-04', '2026-03-06', '20260307'],
])('%s to %s becomes an all-day event', (from, to, end) => {
  const lines = linesOf(from, to);
  expect(lines).toContain('DTSTART;VALUE=DATE:20260304');
  expect(lines).toContain(`DTEND;VALUE=DATE:${end}`);
});

test.each([
  [undefined, '20260304T173000Z'],
  ['2026-03-04T10:00:00-08:00', '20260304T180000Z'],
  ['2026-03-04T07:00:00-08:00', '20260304T173000Z'],
])('a time becomes an event until %s, or of an hour', (to, end) => {
  const lines = linesOf('2026-03-04T08:30:00-08:00', to);
  expect(lines).toContain('DTSTART;VALUE=DATE-TIME:20260304T163000Z');
  expect(lines).toContain(`DTEND;VALUE=DATE-TIME:${end}`);
});

it('has the order, who comes, and the address', () => {
  const lines = linesOf('2026-03-04');
  expect(lines).toContain('SUMMARY:Boiler repair · 7');
  expect(lines).toContain('DESCRIPTION:Boiler repair\\nRobert\\nhttps://portal.example/service-order/7');
  expect(lines).toContain('URL:https://portal.example/service-order/7');
});

it('line breaks in texts end no line of the file', () => {
  const file = calendarFile(
    { summary: 'Boiler\rATTENDEE:x\r\nrepair; now, \\', created_by: 'A\rB', created_at: '2026-03-04' },
    { ServiceOrderNbr: '7\r8', Description: 'C\r\nD' },
    { ...SOURCE, brand: 'Acme\rInc\nCo' },
    STAMP,
  );
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toContain('SUMMARY:Boiler ATTENDEE:x repair\\; now\\, \\\\ · 7 8');
  expect(lines).toContain('PRODID:-//Acme Inc Co//Orders//EN');
  expect(lines.find((line) => line.startsWith('UID:'))).toMatch(/^UID:7 8-\d/);
});
