/**
 * The fake as a process of its own. Environment: PORT, ORDERS, CUSTOMERS, REQUESTS_PER_MINUTE, SEATS, PUSH_URL and
 * PUSH_TOKEN, CHANGE_EVERY_SECONDS (an order changes so often), NOTE_MEGABYTES (the first order has such a note). It sends its URL to its parent, if that is a Node.
 */
import { fillCompany, numberOf } from './company';
import { startFakeAcumatica } from './fake-acumatica';

const { env } = process;
const numberIn = (name: string, standard: number) => Number(env[name] ?? standard);

const fake = await startFakeAcumatica({
  port: numberIn('PORT', 0),
  seats: numberIn('SEATS', 2),
  requestsPerMinute: numberIn('REQUESTS_PER_MINUTE', 600),
});
const orders = numberIn('ORDERS', 60);
fillCompany(fake, { orders, customers: numberIn('CUSTOMERS', 3) });
const noteMegabytes = numberIn('NOTE_MEGABYTES', 0);
if (noteMegabytes > 0)
  fake.addActivity(numberOf(0), { Summary: 'Large', Body: 'x'.repeat(noteMegabytes * 1_000_000) });
// What is there at the start is no news.
if (env['PUSH_URL'] && env['PUSH_TOKEN'])
  fake.options.push = { url: env['PUSH_URL'], token: env['PUSH_TOKEN'] };

const everySeconds = numberIn('CHANGE_EVERY_SECONDS', 0);
let changes = 0;
if (everySeconds > 0)
  setInterval(() => {
    const number = numberOf(changes % orders);
    changes += 1;
    fake.changeOrder(number, { Status: changes % 2 ? 'On Hold' : 'Open' });
    fake.addActivity(number, {
      Summary: `Visit ${changes} planned`,
      Status: 'Open',
      Body: '<p>We come.</p>',
    });
  }, everySeconds * 1000);

console.log(`Fake Acumatica at ${fake.url}`);
process.send?.({ url: fake.url });
process.on('message', () => process.send?.(fake.stats));
