import { lookup } from 'node:dns/promises';
import { kindOf } from '@portal/api/wire';
import type { Config } from '../../platform/config/config';
import { errorCode } from '../../platform/config/error-code';
import { fix, note, ok, type Findings } from '../../platform/config/finding';
import type { Database } from '../../platform/database/connect';
import { deliveryStore } from './delivery-store';

const CHECK = 'answers';

/** Looks up the server of the webhook. Sends it nothing: a test would be an answer of nobody. */
export const checkWebhook = async ({ answers: { webhook } }: Pick<Config, 'answers'>): Promise<Findings> => {
  if (!webhook) return [];
  const { hostname } = webhook.url;
  return lookup(hostname.replace(/^\[|\]$/g, '')).then(
    () => [ok(CHECK, `the name ${hostname} of the webhook is known; nothing was sent`)],
    (error: unknown) => [
      fix(
        CHECK,
        `The name ${hostname} is unknown (${errorCode(error)}). Check ANSWERS_WEBHOOK_URL and the DNS.`,
      ),
    ],
  );
};

/** @param isOn whether somebody gets answers, besides the ERP */
export const checkAnswers = async (database: Database, isOn: boolean): Promise<Findings> => {
  const store = deliveryStore(database);
  const isAsking = (await store.eventsAhead()).some((event) => kindOf(event) === 'waiting');
  const waiting = (await store.measure()).filter(({ count }) => count > 0);
  return [
    ...waiting.map(({ target, count, oldestSeconds }) =>
      fix(
        CHECK,
        `${count} did not arrive (${target}), the oldest of ${Math.ceil(oldestSeconds / 60)} minutes ago. See \`pnpm portal answers\`.`,
      ),
    ),
    !isOn &&
      isAsking &&
      note(
        CHECK,
        'Customers are asked something, and cannot answer here. Set ANSWERS_EMAIL, or ANSWERS_WEBHOOK_URL and its secret.',
      ),
  ];
};
