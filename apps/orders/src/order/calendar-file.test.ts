import type { ServiceOrderEvent } from '@portal/api';
import { calendarFile } from './calendar-file';

const ORDER = { ServiceOrderNbr: '7', Description: 'Boiler repair', events: [] };
const SOURCE = {
  url: 'https://portal.example/service-order/7',
  brand: 'Acme',
  timeZone: 'America/Los_Angeles',
};
const STAMP = new Date('2026-03-01T08:00:00Z');

/** The lines of a file, unfolded. */
const linesIn = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

const linesOf = (created_at: string, ends_at?: string): string[] =>
  linesIn(calendarFile({ created_by: 'Robert', created_at, ends_at }, ORDER, SOURCE, STAMP));

test.each([
  ['2026-03-04', undefined, '20260305'],
  ['2026-03-04', '2026-03-06', '20260307'],
  ['2026-03-04', '2026-03-06T02:00:00Z', '20260306'],
  ['2026-03-04', '2026-03-03', '20260305'],
])('%s to %s becomes an all-day event', (from, to, end) => {
  const lines = linesOf(from, to);
  expect(lines).toContain('DTSTART;VALUE=DATE:20260304');
  expect(lines).toContain(`DTEND;VALUE=DATE:${end}`);
});

test.each([
  ['2026-03-04T08:30:00-08:00', undefined, '20260304T163000Z', '20260304T173000Z'],
  ['2026-03-04T08:30:00-08:00', '2026-03-04T10:00:00-08:00', '20260304T163000Z', '20260304T180000Z'],
  ['2026-03-04T08:30:00-08:00', '2026-03-04T07:00:00-08:00', '20260304T163000Z', '20260304T173000Z'],
  ['2026-03-04T08:30:00-08:00', '2026-03-05', '20260304T163000Z', '20260306T080000Z'],
  ['2026-03-04T00:00:00Z', undefined, '20260304T000000Z', '20260304T010000Z'],
  ['2026-03-04T00:00:00+00:00', '2026-03-04T02:00:00Z', '20260304T000000Z', '20260304T020000Z'],
  ['2026-03-03T22:00:00Z', '2026-03-04T00:00:00Z', '20260303T220000Z', '20260304T000000Z'],
])('%s to %s is from %s to %s', (from, to, start, end) => {
  const lines = linesOf(from, to);
  expect(lines).toContain(`DTSTART:${start}`);
  expect(lines).toContain(`DTEND:${end}`);
});

it('has the order, who comes, and the address', () => {
  const lines = linesOf('2026-03-04');
  expect(lines).toContain('SUMMARY:Boiler repair · 7');
  expect(lines).toContain('DESCRIPTION:Boiler repair\\nRobert\\nhttps://portal.example/service-order/7');
  expect(lines).toContain('URL:https://portal.example/service-order/7');
  expect(lines.join()).not.toContain('LOCATION');
});

it('has the place of the visit', () => {
  const event = { created_at: '2026-03-04', location: '12 Elm Street, Springfield' };
  const lines = linesIn(calendarFile(event, ORDER, SOURCE, STAMP));
  expect(lines).toContain('LOCATION:12 Elm Street\\, Springfield');
});

describe('of the visits of an order', () => {
  const visit = (created_at: string, summary = 'Technician comes'): ServiceOrderEvent => ({
    summary,
    created_at,
  });
  const valuesOf = (event: ServiceOrderEvent, events: ServiceOrderEvent[], stamp = STAMP) => {
    const lines = linesIn(calendarFile(event, { ...ORDER, events }, SOURCE, stamp));
    return ['UID:', 'SEQUENCE:'].map((name) =>
      lines.find((line) => line.startsWith(name))?.slice(name.length),
    );
  };

  it('one that moves replaces its entry', () => {
    const [past, note] = [visit('2026-02-01T08:00:00Z'), visit('2026-03-02T09:00:00Z', 'Moved')];
    const [before, after] = [visit('2026-03-04T08:00:00Z'), visit('2026-03-09T13:00:00Z')];
    const [id, sequence] = valuesOf(before, [before, past]);
    const [sameId, next] = valuesOf(after, [after, note, past], new Date('2026-03-02T10:00:00Z'));
    expect(sameId).toBe(id);
    expect(Number(next)).toBeGreaterThan(Number(sequence));
    expect(Number(next)).toBeLessThan(2 ** 31);
  });

  it('each has an entry of its own', () => {
    const visits = [
      visit('2026-03-04T08:00:00Z'),
      visit('2026-03-05T08:00:00Z'),
      visit('2026-03-06T08:00:00Z', 'Inspection'),
      visit('2026-03-06T08:00:00Z', 'فحص'),
      visit('2026-03-06T08:00:00Z', '…'),
    ];
    const ids = [...visits, { created_at: '2026-03-08' }].map((event) => valuesOf(event, visits)[0]);
    expect(new Set(ids).size).toBe(6);
  });
});

it.each(['🔧', 'ß', 'e\u0301', 'ب', 'x'])(
  'folds lines of %s after 75 octets at most, between characters',
  (text) => {
    const summary = `a${text.repeat(60)}`;
    const file = calendarFile({ summary, created_at: '2026-03-04' }, ORDER, SOURCE, STAMP);
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\ud800-\udbff]$|^ ?[\udc00-\udfff]/);
    }
    expect(linesIn(file)).toContain(`SUMMARY:${summary} · 7`);
  },
);

it.each(['\r', '\n', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f', '\0', '\u009c', '\u001b'])(
  'the control character %j in texts ends no line of the file',
  (end) => {
    const file = calendarFile(
      {
        summary: `Boiler${end}ATTENDEE:x${end}repair; now, \\`,
        created_by: `A${end}B`,
        created_at: '2026-03-04',
        location: `Elm${end}Street`,
      },
      { ServiceOrderNbr: `7${end}8`, Description: `C${end}D`, events: [] },
      { ...SOURCE, brand: `Acme${end}Inc` },
      STAMP,
    );
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR\r\n$/s);
    const lines = linesIn(file);
    expect(lines).toContain('SUMMARY:Boiler ATTENDEE:x repair\\; now\\, \\\\ · 7 8');
    expect(lines).toContain('PRODID:-//Acme Inc//Orders//EN');
    expect(lines).toContain('LOCATION:Elm Street');
    expect(lines.find((line) => line.startsWith('UID:'))).toMatch(/^UID:7 8-\D/);
  },
);
