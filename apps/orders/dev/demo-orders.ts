import { FRAMES_BODY, HOSTILE_BODY, PICTURES_BODY, RICH_BODY } from './rich-body';

const EVENTS = [
  {
    summary: 'Order received',
    body: '<p>Thank you. We come back to you with a date.</p>',
    created_by: 'Service desk',
    created_at: '2026-03-02T08:05:00Z',
    status: 'Done',
  },
  {
    summary: 'Visit on site',
    body: RICH_BODY,
    created_by: 'Dana Fox',
    createdDateTime: '2026-03-04T12:34:00Z',
    status: 'Done',
  },
  {
    summary: { value: 'Part ordered' },
    body: { value: '<p>Expected on 9 March.</p>' },
    created_by: { value: 'Dana Fox' },
    created_at: { value: '2026-03-05T10:00:00Z' },
    status: { value: 'Waiting for delivery' },
  },
  {
    summary: 'Note from a form',
    body: HOSTILE_BODY,
    created_by: 'Web',
    created_at: '2026-03-03T09:00:00Z',
    status: 'Done',
  },
  { summary: 'Photos of the cellar', body: PICTURES_BODY, created_at: '2026-03-03T10:00:00Z' },
  { summary: 'Note from an old form', body: FRAMES_BODY, created_at: '2026-03-03T09:30:00Z' },
  { summary: {}, body: {}, created_by: {}, status: {} },
];

const order = (
  nbr: string,
  description: unknown,
  status: unknown,
  date: unknown,
  modified: unknown,
  events: unknown[] = [],
) => ({
  ServiceOrderNbr: { value: nbr },
  Description: description,
  Status: status,
  Date: date,
  LastModifiedDateTime: modified,
  events,
});

const given = (value: string) => ({ value });

const SUBJECTS = [
  'Boiler service',
  'Lift inspection',
  'Air conditioning does not cool',
  'Replace smoke detectors',
];
const STATUSES = ['Open', 'Hold', 'On Hold', 'In Process', 'Invoiced', 'Completed', 'Closed', 'Canceled'];

const earlier = Array.from({ length: 24 }, (_, index) => {
  const day = String(28 - index).padStart(2, '0');
  return order(
    `0000${40 - index}`,
    given(SUBJECTS[index % SUBJECTS.length] ?? ''),
    given(STATUSES[index % STATUSES.length] ?? ''),
    given(`2026-01-${day}T00:00:00+00:00`),
    given(`2026-02-${day}T1${index % 10}:15:00+00:00`),
  );
});

/** Orders as they arrive on the wire: wrapped, plain, empty and missing fields; long, Arabic and hostile texts. */
export const demoOrders = [
  order(
    '000071',
    given('Heating fails in the stairwell, third floor'),
    given('On Hold'),
    given('2026-03-02T00:00:00+00:00'),
    given('2026-03-05T10:00:00.437+00:00'),
    EVENTS,
  ),
  order(
    '000070',
    'Water meter: yearly exchange',
    'Open',
    '2026-03-01T00:00:00+00:00',
    '2026-03-04T07:30:00+00:00',
    EVENTS.slice(0, 1),
  ),
  order(
    '000069',
    given('صيانة المكيف في الطابق الثاني، غرفة 12'),
    given('In Process'),
    given('2026-02-27T00:00:00+00:00'),
    given('2026-03-03T16:45:00+00:00'),
    EVENTS.slice(0, 3),
  ),
  order(
    'SO-2026/000068-B',
    given(
      `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ${'and everything that belongs to it, '.repeat(6)}`,
    ),
    given('Awaiting approval by the property management of the eastern district'),
    given('2026-02-20T00:00:00+00:00'),
    given('2026-03-02T11:00:00+00:00'),
    EVENTS,
  ),
  order('000067', {}, {}, {}, {}),
  ...earlier,
];
