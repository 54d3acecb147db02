import { wallClock } from '@portal/api/wire';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { matching } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { Portal } from '../../platform/crypto/keys';
import { transact } from '../../platform/database/connect';
import type { OrderChange } from '../../platform/database/schema';
import { queueOrderMessages } from '../outbox-store';
import { reminderStore } from './reminder-store';

const variables = defineVariables({
  entries: {
    VISIT_REMINDERS: v.optional(matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day: 17:00')),
  },
  companions: [['VISIT_REMINDERS', 'TIME_ZONE', 'one, such as Europe/Berlin']],
  settings: (env, { timeZone }) => ({
    /** The time of the day at which customers are reminded of the next day's visits. */
    visitReminders: env.VISIT_REMINDERS && timeZone ? { time: env.VISIT_REMINDERS, timeZone } : undefined,
  }),
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/**
 * Queues the reminders of the next day's visits, once a day over all replicas. Each is prepared when it is sent: a visit
 * that moved by then is left out.
 */
export const queueReminders = async (
  { config, database }: Pick<Portal, 'config' | 'database'>,
  now: Date,
): Promise<void> => {
  const { time, timeZone } = config.visitReminders ?? {};
  if (time === undefined || timeZone === undefined) return;
  const [today = '', clock = ''] = wallClock(now.getTime(), timeZone).split(' ');
  if (clock < time) return;
  const day = dayAfter(today);
  await transact(database, async (transaction) => {
    const store = reminderStore(transaction);
    if (!(await store.begin(day))) return;
    const reminders = new Map<string, OrderChange[]>();
    for (const { orderNbr, customerId } of await store.ordersOn(day, timeZone))
      reminders.set(customerId, [
        ...(reminders.get(customerId) ?? []),
        { orderNbr, newEvents: [], reminds: true },
      ]);
    await queueOrderMessages(transaction, reminders);
  });
};

const EVERY_MS = 60_000;

/** Reminders the day before a visit, and messages that somebody is on the way. */
export const reminders = {
  name: 'reminders',
  variables,
  remindsOfVisits: ({ visitReminders }: Config) => visitReminders !== undefined,
  job: (portal: Portal) =>
    portal.config.visitReminders && {
      run: () => queueReminders(portal, new Date()),
      everyMs: EVERY_MS,
    },
};
