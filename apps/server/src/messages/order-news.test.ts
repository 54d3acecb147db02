import { ENGLISH } from '../platform/language/languages';
import { messageContext } from '../testing/message-context';
import { orderSms, subjectOf as subjectIn } from './order-message';
import { newsOf as newsIn, type OrderNews } from './order-news';
import { testSms } from './test-message';

const boiler = {
  orderNbr: '000019',
  description: 'Boiler makes a knocking noise',
  status: 'Completed',
  date: null,
  events: [],
};
const now = new Date('2026-03-04T23:30:00Z');

/** The order is completed since. */
const completed = [{ orderNbr: '000019', statusBefore: 'Open', newEvents: [] }];

const newsOf = (changes: Parameters<typeof newsIn>[0], orders: Parameters<typeof newsIn>[1]) =>
  newsIn(changes, orders, { ...messageContext({ TIME_ZONE: 'Europe/Berlin' }), now });
const subjectOf = (news: readonly OrderNews[]) => subjectIn(news, ENGLISH);

const gsm = /^[@£$¥èéùìòÇ\nØøÅåÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà_]*$/;

test('uses the new status as headline, or the newest event when the status did not change', () => {
  const changes = [{ orderNbr: '000019', statusBefore: 'Open', newEvents: ['Visit', null] }];
  expect(newsOf(changes, [boiler])).toMatchObject([
    {
      orderNbr: '000019',
      headline: 'Completed',
      title: 'Boiler makes a knocking noise',
      events: ['New entry in the event log', 'Visit'],
    },
  ]);
  const news = newsOf([{ orderNbr: '000019', newEvents: ['Visit', 'Part ordered'] }], [boiler]);
  expect(news).toMatchObject([{ headline: 'Part ordered', events: ['Part ordered', 'Visit'] }]);
});

describe('a question', () => {
  const question = { summary: 'May we order the pump?', status: 'Waiting for your answer' };
  const change = { orderNbr: '000019', statusBefore: 'Open', newEvents: [question.summary, 'Visit'] };
  const order = { ...boiler, status: 'On Hold', events: [question, { summary: 'Visit' }] };
  const textOf = (news: readonly OrderNews[]) => orderSms(news, messageContext()).text;

  test('comes before the new status and newer events, in subject and text message', () => {
    const news = newsOf([change], [order]);
    expect(news).toMatchObject([{ events: ['May we order the pump?', 'Visit'], newest: question }]);
    expect(subjectOf(news)).toBe('May we order the pump? · On Hold: Boiler makes a knocking noise (000019)');
    expect(textOf(news)).toMatch(/^Acme: May we order the pump\? - On Hold: Boiler.* \(000019\) https/);
  });

  test('of one of several orders comes first', () => {
    const other = { ...boiler, orderNbr: '000020' };
    const news = newsOf([{ ...completed[0], orderNbr: '000020', newEvents: [] }, change], [other, order]);
    expect(news.map(({ orderNbr }) => orderNbr)).toEqual(['000019', '000020']);
    expect(subjectOf(news)).toMatch(/^May we order the pump\?.* \(000019\) · and 1 more$/);
    expect(textOf(news)).toMatch(/^Acme: May we order.* \(000019\) - and 1 more https:.*\/service-orders\n/);
  });

  test('without a summary is named by its status', () => {
    const unnamed = { ...change, newEvents: [null] };
    const events = [{ status: 'Waiting for your approval' }];
    expect(newsOf([unnamed], [{ ...order, events }])[0]?.headline).toBe('Waiting for your approval');
  });

  test.each([
    ['that was answered meanwhile', { events: [{ ...question, status: 'Done' }] }, 'On Hold'],
    ['of a canceled order', { status: 'Canceled' }, 'Canceled'],
  ])('%s is one no more', (_which, now, headline) =>
    expect(newsOf([change], [{ ...order, ...now }])).toMatchObject([{ headline, needsAnswer: false }]),
  );
});

test('the subject names the change, the order and its number', () => {
  expect(subjectOf(newsOf(completed, [boiler]))).toBe('Completed: Boiler makes a knocking noise (000019)');
  const untitled = newsOf(completed, [{ ...boiler, description: null }]);
  expect(subjectOf(untitled)).toBe('Completed: Service order (000019)');
  const two = [...completed, { orderNbr: '000020', newEvents: ['Visit'] }];
  expect(subjectOf(newsOf(two, [boiler, { ...boiler, orderNbr: '000020' }]))).toBe(
    'News about 2 of your service orders',
  );
});

test('removes line breaks and controls, those of the writing direction too', () => {
  const order = { ...boiler, description: '\u202eBoiler\r\nBcc:\u2066\u200f \u061call@example.com' };
  const changes = [{ orderNbr: '000019', newEvents: ['A \u2067visit', 'Part\n\u0000 ordered'] }];
  const news = newsOf(changes, [order]);
  expect(subjectOf(news)).toBe('Part ordered: Boiler Bcc: all@example.com (000019)');
  expect(news[0]?.events).toEqual(['Part ordered', 'A visit']);
});

test('ignores an order that is gone or back at its previous status', () => {
  const back = [{ orderNbr: '000019', statusBefore: 'completed', newEvents: [] }];
  expect(newsOf(back, [boiler])).toEqual([]);
  expect(newsOf([{ orderNbr: '000019', newEvents: ['Visit'] }], [])).toEqual([]);
});

test('has the newest of the new events as it is stored, and the next visit', () => {
  const events = [
    { summary: 'Visit', body: 'of last year', created_at: '2025-03-04T12:00:00Z' },
    { summary: 'Visit', body: 'of today', createdDateTime: '2026-03-04T12:00:00Z' },
    { summary: 'Second visit', created_at: '2026-04-01T07:00:00Z' },
    { summary: 'First visit', created_at: '2026-03-05T07:00:00Z' },
    // A date, which has begun in Berlin.
    { summary: 'Checked', created_at: '2026-03-05' },
  ];
  const changes = [{ orderNbr: '000019', newEvents: ['Checked', 'Visit'] }];
  expect(newsOf(changes, [{ ...boiler, events }])).toMatchObject([
    { newest: { body: 'of today' }, visit: { summary: 'First visit' } },
  ]);
  const gone = [{ orderNbr: '000019', newEvents: ['Part ordered'] }];
  expect(newsOf(gone, [{ ...boiler, events: events.slice(0, 2) }])).toMatchObject([
    { newest: undefined, visit: undefined },
  ]);
  const begun = { summary: 'Visit', created_at: '2026-03-04T22:00:00Z', ends_at: '2026-03-05T00:30:00Z' };
  expect(newsOf(gone, [{ ...boiler, events: [...events, begun] }])).toMatchObject([{ visit: begun }]);
});

test('without an event ahead, the date of the order is next; of a canceled order, nothing', () => {
  const changes = [{ orderNbr: '000019', newEvents: ['Part ordered'] }];
  const planned = { ...boiler, date: '2026-03-06' };
  expect(newsOf(changes, [planned])).toMatchObject([{ visit: { created_at: '2026-03-06' } }]);
  expect(newsOf(changes, [{ ...planned, date: '2026-03-05' }])).toMatchObject([{ visit: undefined }]);
  expect(newsOf(changes, [{ ...planned, status: 'Cancelled' }])).toMatchObject([{ visit: undefined }]);
});

test('a text message names the change, links to the order and says how to unsubscribe', () => {
  const news = newsOf(completed, [boiler]);
  expect(orderSms(news, messageContext()).text).toBe(
    'Acme: Completed: Boiler makes a knocking noise (000019) https://portal.example/service-order/000019\nReply STOP to end.',
  );
  expect(orderSms([...news, ...news], messageContext()).text).toBe(
    'Acme: News about 2 of your service orders. https://portal.example/service-orders\nReply STOP to end.',
  );
});

test.each([
  ['a long description', 'Boiler makes a knocking noise '.repeat(20)],
  ['typographic characters', '“Boiler” – it’s knocking… 3 × a day, since Ágota’s visit'],
  ['a combining mark alone', 'Boiler \u0301knocks'],
])('fits %s into one segment of the GSM alphabet, with the whole link', (_what, description) => {
  const { text } = orderSms(newsOf(completed, [{ ...boiler, description }]), messageContext());
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(gsm);
  expect(text).toContain(' https://portal.example/service-order/000019\n');
});

test('keeps another alphabet, within two segments', () => {
  const description = 'Котёл стучит по утрам '.repeat(9);
  const { text } = orderSms(newsOf(completed, [{ ...boiler, description }]), messageContext());
  expect(text).toContain('Котёл стучит');
  expect(text.length).toBeLessThanOrEqual(134);
});

test.each([
  ['Hindi', 'बॉयलर से खटखट की आवाज़ आती है'],
  ['Thai', 'หม้อไอน้ำมีเสียงดังเมื่อเช้านี้'],
  ['Tamil', 'கொதிகலன் சத்தம் போடுகிறது'],
  ['Bengali', 'বয়লার থেকে শব্দ আসে'],
  ['Arabic with vowel marks', 'الغَلَّايَة تُصْدِرُ صَوْتًا'],
  ['Hebrew with points', 'הַדּוּד דּוֹפֵק'],
  ['Korean', '보일러에서 소리가 난다'],
  ['an emoji and accents', 'Ágota’s “boiler” 🔥'],
])('leaves a text message with %s as it is', (_what, description) => {
  const { text } = orderSms(newsOf(completed, [{ ...boiler, description }]), messageContext());
  expect(text).toContain(description.normalize('NFC'));
});

test('cuts no word of a script without spaces within a character', () => {
  const description = 'น้ำ'.repeat(60);
  const { text } = orderSms(newsOf(completed, [{ ...boiler, description }]), messageContext());
  expect(text).toMatch(/(?:น้ำ)+… \(000019\)/);
  expect(text.length).toBeLessThanOrEqual(134);
});

test('counts the characters of the GSM extension twice, within one segment', () => {
  const { text } = orderSms(
    newsOf(completed, [{ ...boiler, description: '[€] '.repeat(50) }]),
    messageContext(),
  );
  expect(text).toContain('[€] [€]');
  expect(text.length + (text.match(/[[€\]]/g) ?? []).length).toBeLessThanOrEqual(160);
});

test('a text message asks for no reply to a sender that cannot receive any', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: 'Acme' };
  expect(testSms(messageContext(twilio)).text).not.toContain('STOP');
});

test('a reminder is a plain text message', () => {
  const visit = { summary: 'Visit', created_at: '2026-03-05T08:00:00Z', ends_at: '2026-03-05T10:00:00Z' };
  const [news] = newsOf(
    [{ orderNbr: '000019', newEvents: [], reminds: true }],
    [{ ...boiler, status: 'Open', events: [visit] }],
  );
  const { text } = orderSms(news ? [news] : [], messageContext());
  expect(text).toMatch(/^Acme: Reminder: Thursday, March 5, 9:00 - 11:00 AM GMT\+1: Boiler/);
  expect(text).toMatch(gsm);
});
