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

const nextVisit = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

const VISIT = {
  summary: 'Technician comes',
  body: '<p>Please keep the cellar accessible.</p>',
  created_by: 'Robert Okafor',
  created_at: `${nextVisit}T08:00:00Z`,
  ends_at: { value: `${nextVisit}T10:00:00Z` },
  status: 'Scheduled',
};

/** A question of each kind: one to decide, one to choose a visit, and one for words and photos. */
const QUESTIONS = {
  decision: {
    summary: 'May we replace the whole pump?',
    body: '<p>The repair would cost about as much.</p>',
    created_by: 'Dana Fox',
    created_at: '2026-03-02T10:50:00Z',
    status: 'Waiting for your approval',
    asks: {
      id: 'q-1',
      choices: [
        { id: 'yes', label: 'Approve $ 470.50' },
        { id: 'no', label: 'Decline' },
      ],
      text: true,
      due: `${nextVisit}T17:00:00Z`,
    },
  },
  visit: {
    summary: 'Please choose a date',
    created_by: 'Service desk',
    created_at: '2026-03-03T16:45:00Z',
    asks: {
      id: 'q-2',
      choices: [
        { id: 'a', label: 'Robert Okafor', at: `${nextVisit}T08:00:00Z`, until: `${nextVisit}T10:00:00Z` },
        { id: 'b', label: 'Dana Fox', at: `${nextVisit}T13:00:00Z`, until: `${nextVisit}T15:00:00Z` },
      ],
    },
  },
  photo: {
    summary: 'Which boiler do you have?',
    body: '<p>A photo of the type plate would help us, too.</p>',
    created_by: 'Dana Fox',
    created_at: '2026-03-05T09:00:00Z',
    status: 'Waiting for your reply',
    asks: { id: 'q-3', text: true, files: true },
  },
};

const SUBJECTS = ['Boiler service', 'Lift inspection', 'Air conditioning does not cool'];
const STATUSES = ['Open', 'Hold', 'On Hold', 'In Process', 'Invoiced', 'Completed', 'Closed', 'Canceled'];

const earlier = Array.from({ length: 24 }, (_, index) => {
  const day = String(28 - index).padStart(2, '0');
  return {
    ServiceOrderNbr: { value: `0000${40 - index}` },
    Description: { value: SUBJECTS[index % SUBJECTS.length] },
    Status: { value: STATUSES[index % STATUSES.length] },
    Date: { value: `2026-01-${day}T00:00:00+00:00` },
    LastModifiedDateTime: { value: `2026-02-${day}T1${index % 10}:15:00+00:00` },
  };
});

/** Orders as they arrive on the wire: wrapped, plain, empty and missing fields; long, Arabic and hostile texts. */
export const demoOrders = [
  {
    ServiceOrderNbr: { value: '000071' },
    Description: { value: 'Heating fails in the stairwell, third floor' },
    Status: { value: 'On Hold' },
    Date: { value: '2026-03-02T00:00:00+00:00' },
    LastModifiedDateTime: { value: '2026-03-05T10:00:00.437+00:00' },
    events: [QUESTIONS.photo, ...EVENTS],
  },
  {
    ServiceOrderNbr: { value: '000069' },
    Description: 'صيانة المكيف في الطابق الثاني، غرفة 12',
    Status: 'In Process',
    Date: '2026-02-27T00:00:00+00:00',
    LastModifiedDateTime: '2026-03-03T16:45:00+00:00',
    events: [QUESTIONS.visit, VISIT, ...EVENTS.slice(0, 3)],
  },
  {
    ServiceOrderNbr: { value: 'SO-2026/000068-B' },
    Description: `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ${'and all of it, '.repeat(15)}`,
    Status: 'Awaiting approval by the property management of the eastern district',
    LastModifiedDateTime: '2026-03-02T11:00:00+00:00',
    events: [QUESTIONS.decision, ...EVENTS],
  },
  { ServiceOrderNbr: { value: '000067' }, Description: {}, Status: {}, Date: {}, LastModifiedDateTime: {} },
  ...earlier,
];
