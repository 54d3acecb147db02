import * as v from 'valibot';
import { transact, type Database } from '../../platform/database/connect';
import { lockImports } from './customer-store';
import { eraseRows } from './personal-data-store';
import { preferenceStore } from './preference-store';

const line = { time: v.number(), customerId: v.pipe(v.string(), v.uuid()) };
const choice = v.exactOptional(v.boolean());
const choices = { email: choice, sms: choice, status: choice, entries: choice, muted: choice };

/** The lines of platform/audit/audit.ts that a restored backup has forgotten. */
export const recordedSchema = v.variant('event', [
  v.object({ ...line, event: v.literal('customer'), outcome: v.literal('erased') }),
  v.object({ ...line, event: v.literal('preferences'), ...choices, orderNbr: v.optional(v.string()) }),
]);

/** Erases and chooses again, in this order. Customers have the same ids in a backup. @returns how many it found */
export const repeatRecorded = (database: Database, lines: readonly v.InferOutput<typeof recordedSchema>[]) =>
  transact(database, async (transaction) => {
    await lockImports(transaction);
    const { find, write, mute, unmute } = preferenceStore(transaction);
    const found = { customer: new Set<string>(), preferences: new Set<string>() };
    for (const { customerId: id, ...recorded } of lines) {
      const customer = await find(id);
      if (!customer) continue;
      const { chosen, events, addresses } = customer;
      found[recorded.event].add(id);
      if (recorded.event === 'customer')
        await eraseRows(transaction, { id, email: addresses.email, phone: addresses.sms });
      else if (recorded.orderNbr !== undefined) await (recorded.muted ? mute : unmute)(id, recorded.orderNbr);
      else await write(id, { ...chosen, ...events, ...recorded });
    }
    return { erased: found.customer.size, chosen: found.preferences.size };
  });
