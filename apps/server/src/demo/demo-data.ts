import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { manyOrders } from './many-orders';

const file = new URL('../../demo/customers.json', import.meta.url);

/** The day on which everything in the file is in the past, the newest of it since yesterday. */
const dayOfTheFile = new Date('2026-03-10T00:00:00Z');

const millisecondsOfADay = 24 * 60 * 60 * 1000;

const daysBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / millisecondsOfADay);

const moveDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * millisecondsOfADay).toISOString().slice(0, 10);

const moveDays = (text: string, days: number): string =>
  text.replaceAll(/\d{4}-\d\d-\d\d(?=T\d\d:)/g, (day) => moveDay(day, days));

const yesterdayAtNoon = (now: Date): Date =>
  new Date(`${moveDay(now.toISOString().slice(0, 10), -1)}T12:00:00Z`);

/**
 * The demo customers in the format of an import, with their dates moved so that the newest are of yesterday:
 * what stands in `demo/customers.json`, and one customer with very many orders.
 */
export const demoFile = async (now: Date): Promise<string> => {
  const text = await readFile(file, 'utf8');
  const customers = v.parse(v.array(v.unknown()), JSON.parse(moveDays(text, daysBetween(dayOfTheFile, now))));
  const cara = {
    email: 'cara@example.com',
    name: 'Cara Example',
    orders: manyOrders(120, yesterdayAtNoon(now)),
  };
  return JSON.stringify([...customers, cara]);
};
