import { ENGLISH } from '../language/i18n';
import { newsOf as newsIn, newsSms, subjectOf as subjectIn, testSms, type OrderNews } from './order-news';

const boiler = { orderNbr: '000019', description: 'Boiler makes a knocking noise', status: 'Completed' };
const link = (path: string) => ({
  brand: 'Acme',
  link: () => `https://portal.example${path}`,
  canReply: true,
  i18n: ENGLISH,
});

const newsOf = (changes: Parameters<typeof newsIn>[0], orders: Parameters<typeof newsIn>[1]) =>
  newsIn(changes, orders, ENGLISH);
const subjectOf = (news: readonly OrderNews[]) => subjectIn(news, ENGLISH);

const gsm = /^[@£$¥èéùìòÇ\nØøÅåÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà_]*$/;

test('uses the new status as headline, or the newest event when the status did not change', () => {
  const changes = [{ orderNbr: '000019', statusBefore: 'Open', newEvents: ['Visit', null] }];
  expect(newsOf(changes, [boiler])).toEqual([
    {
      orderNbr: '000019',
      headline: 'Completed',
      title: 'Boiler makes a knocking noise',
      events: ['New entry in the event log', 'Visit'],
    },
  ]);
  const news = newsOf([{ orderNbr: '000019', newEvents: ['Visit', 'Part ordered'] }], [boiler]);
  expect(news).toMatchObject([{ headline: 'Part ordered', events: ['Visit'] }]);
});

test('the subject names the change, the order and its number', () => {
  const changes = [{ orderNbr: '000019', statusBefore: 'Open', newEvents: [] }];
  expect(subjectOf(newsOf(changes, [boiler]))).toBe('Completed: Boiler makes a knocking noise (000019)');
  expect(subjectOf(newsOf(changes, [{ ...boiler, description: null }]))).toBe(
    'Completed: Service order (000019)',
  );
  const two = [...changes, { orderNbr: '000020', newEvents: ['Visit'] }];
  expect(subjectOf(newsOf(two, [boiler, { ...boiler, orderNbr: '000020' }]))).toBe(
    'News about 2 of your service orders',
  );
});

test('removes line breaks and control characters from the subject', () => {
  const order = { ...boiler, description: 'Boiler\r\nBcc: all@example.com' };
  const changes = [{ orderNbr: '000019', newEvents: ['Part\n\u0000 ordered'] }];
  expect(subjectOf(newsOf(changes, [order]))).toBe('Part ordered: Boiler Bcc: all@example.com (000019)');
});

test('ignores an order that is gone or back at its previous status', () => {
  const back = [{ orderNbr: '000019', statusBefore: 'completed', newEvents: [] }];
  expect(newsOf(back, [boiler])).toEqual([]);
  expect(newsOf([{ orderNbr: '000019', newEvents: ['Visit'] }], [])).toEqual([]);
});

test('a text message names the change, links to the order and says how to unsubscribe', () => {
  const news = newsOf([{ orderNbr: '000019', statusBefore: 'Open', newEvents: [] }], [boiler]);
  expect(newsSms(news, link('/service-order/000019'))).toBe(
    'Acme: Completed: Boiler makes a knocking noise (000019) https://portal.example/service-order/000019\nReply STOP to end.',
  );
  const two = [...news, ...news];
  expect(newsSms(two, link('/service-orders'))).toBe(
    'Acme: News about 2 of your service orders. https://portal.example/service-orders\nReply STOP to end.',
  );
});

test.each([
  ['a long description', 'Boiler makes a knocking noise '.repeat(20)],
  ['typographic characters', '“Boiler” – it’s knocking… 3 × a day, since Ágota’s visit'],
])('fits %s into one segment of the GSM alphabet, with the whole link', (_what, description) => {
  const changes = [{ orderNbr: '000019', statusBefore: 'Open', newEvents: [] }];
  const text = newsSms(newsOf(changes, [{ ...boiler, description }]), link('/service-order/000019'));
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(gsm);
  expect(text).toContain(' https://portal.example/service-order/000019\n');
});

test('keeps another alphabet, within two segments', () => {
  const changes = [{ orderNbr: '000019', statusBefore: 'Open', newEvents: [] }];
  const description = 'Котёл стучит по утрам '.repeat(9);
  const text = newsSms(newsOf(changes, [{ ...boiler, description }]), link('/service-order/000019'));
  expect(text).toContain('Котёл стучит');
  expect(text.length).toBeLessThanOrEqual(134);
});

test('a test message says that it is a test', () => {
  expect(testSms({ brand: 'Acme', canReply: true, i18n: ENGLISH })).toBe(
    'Acme: This is a test. News about your service orders arrive like this.\nReply STOP to end.',
  );
});

test('a text message asks for no reply to a sender that cannot receive any', () => {
  const news = newsOf([{ orderNbr: '000019', statusBefore: 'Open', newEvents: [] }], [boiler]);
  const text = newsSms(news, { ...link('/service-order/000019'), canReply: false });
  expect(text).toBe(
    'Acme: Completed: Boiler makes a knocking noise (000019) https://portal.example/service-order/000019',
  );
  expect(testSms({ brand: 'Acme', canReply: false, i18n: ENGLISH })).not.toContain('STOP');
});
