import { lookup } from 'node:dns/promises';
import type { Config } from '../../platform/config/config';
import { errorCode } from '../../platform/config/error-code';
import { fix, note, ok, type Finding, type Findings } from '../../platform/config/finding';
import type { Database } from '../../platform/database/connect';
import { deliveryStore } from './delivery-store';
import { answersEmail } from './targets';

const CHECK = 'answers';

/** Looks up the server of the webhook. Sends it nothing: a test would look like an answer. */
const checkServer = (hostname: string): Promise<Finding> =>
  lookup(hostname.replace(/^\[|\]$/g, '')).then(
    () => ok(CHECK, `the name ${hostname} of the webhook is known; nothing was sent`),
    (error: unknown) =>
      fix(
        CHECK,
        `The name ${hostname} is unknown (${errorCode(error)}). Check ANSWERS_WEBHOOK_URL and the DNS.`,
      ),
  );

/** Checks that somebody gets answers. */
export const checkTargets = async (config: Pick<Config, 'answers' | 'brand'>): Promise<Findings> => {
  const { webhook } = config.answers;
  if (webhook) return [await checkServer(webhook.url.hostname)];
  if (answersEmail(config) !== undefined) return [];
  return [
    note(
      CHECK,
      'Customers can answer only about orders that come from an ERP. Set ANSWERS_EMAIL, or ANSWERS_WEBHOOK_URL and its secret.',
    ),
  ];
};

/** Checks that all answers have arrived. */
export const checkDeliveries = async (database: Database): Promise<Findings> => {
  const waiting = (await deliveryStore(database).measure()).filter(({ count }) => count > 0);
  return waiting.map(({ target, count, oldestSeconds }) =>
    fix(
      CHECK,
      `${count} did not arrive (${target}), the oldest of ${Math.ceil(oldestSeconds / 60)} minutes ago. See \`pnpm portal answers\`.`,
    ),
  );
};
