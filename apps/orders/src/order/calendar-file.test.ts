import { calendarFile } from './calendar-file';

const ORDER = { number: '7', url: 'https://portal.example/service-order/7', brand: 'Acme' };

const linesOf = (at: string): string[] =>
  calendarFile([{ title: 'Boiler repair', at }], ORDER, new Date('2026-03-01T08:00:00Z')).split('\r\n');

test.each(['2026-03-04', '2026-03-04T00:00:00-08:00'])('%s becomes an all-day event', (at) => {
  const lines = linesOf(at);
  expect(lines).toContain('DTSTART;VALUE=DATE:20260304');
  expect(lines).toContain('DURATION:P1D');
});

it('a time becomes a one-hour event', () => {
  const lines = linesOf('2026-03-04T08:30:00-08:00');
  expect(lines).toContain('DTSTART;VALUE=DATE-TIME:20260304T163000Z');
  expect(lines).toContain('DURATION:PT1H');
});

it('line breaks in texts end no line of the file', () => {
  const file = calendarFile(
    [{ title: 'Boiler\rATTENDEE:x\r\nrepair; now, \\', at: '2026-03-04' }],
    { ...ORDER, number: '7\r8', brand: 'Acme\rInc\nCo' },
    new Date('2026-03-01T08:00:00Z'),
  );
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toContain('SUMMARY:Boiler ATTENDEE:x repair\\; now\\, \\\\ · 7 8');
  expect(lines).toContain('PRODID:-//Acme Inc Co//Orders//EN');
  expect(lines.find((line) => line.startsWith('UID:'))).toMatch(/^UID:7 8-0-/);
});
