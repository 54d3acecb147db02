import * as v from 'valibot';
import type { Key } from '../../platform/crypto/secrets';
import { transact, type Database } from '../../platform/database/connect';
import { lockImports } from './customer-store';
import { eraseRows, setBlocked } from './personal-data-store';
import { preferenceStore } from './preference-store';

const line = { time: v.number(), customerId: v.pipe(v.string(), v.uuid()) };
const choice = v.exactOptional(v.boolean());
const choices = {
  email: choice,
  sms: choice,
  status: choice,
  entries: choice,
  visits: choice,
  muted: choice,
};

/** The lines of platform/audit/audit.ts that a restored backup has forgotten. */
export const recordedSchema = v.variant('event', [
  v.object({
    ...line,
    event: v.literal('customer'),
    outcome: v.picklist(['erased', 'blocked', 'unblocked']),
  }),
  v.object({ ...line, event: v.literal('preferences'), ...choices, orderNbr: v.optional(v.string()) }),
]);

/** Erases, blocks, and chooses again, in this order. Customers have the same ids in a backup. @returns how many it found */
export const repeatRecorded = (
  database: Database,
  lines: readonly v.InferOutput<typeof recordedSchema>[],
  erasures: Key,
) =>
  transact(database, async (transaction) => {
    await lockImports(transaction);
    const { find, write, mute, unmute } = preferenceStore(transaction);
    const found = { erased: new Set<string>(), blocked: new Set<string>(), chosen: new Set<string>() };
    for (const { customerId: id, ...recorded } of lines) {
      const customer = await find(id);
      if (!customer) continue;
      const { chosen, events, addresses } = customer;
      const person = { id, email: addresses.email, phone: addresses.sms };
      if (recorded.event === 'preferences') {
        found.chosen.add(id);
        if (recorded.orderNbr !== undefined) await (recorded.muted ? mute : unmute)(id, recorded.orderNbr);
        else await write(id, { ...chosen, ...events, ...recorded });
      } else if (recorded.outcome === 'erased') {
        found.erased.add(id);
        await eraseRows(transaction, person, erasures);
      } else {
        found.blocked.add(id);
        await setBlocked(transaction, person, recorded.outcome === 'blocked');
      }
    }
    return { erased: found.erased.size, blocked: found.blocked.size, chosen: found.chosen.size };
  });
