import type { FastifyBaseLogger } from 'fastify';
import { configuredDriver } from '../../messages/drivers';
import { DeliveryError, type Driver } from '../../messages/message';
import type { Portal } from '../../platform/crypto/keys';
import type { App } from '../../platform/http/validation';
import { createUnderway, runLanes } from '../../platform/jobs/lanes';
import { backOff } from '../../platform/jobs/worker';
import type { CustomerCallsContext } from '../customer-calls';
import type { RunningSource } from '../order-source';
import { answerHtml, answerMail, companyContext, subjectOf } from './answer-mail';
import { postAnswer } from './answer-webhook';
import { companyLinks } from './company-files';
import { deliveryStore, type Answer, type DeliveryStore, type Leased } from './delivery-store';
import { answersEmail, TARGETS, type Target } from './targets';

/** Well within the lease. */
const RENEWAL_MS = 20_000;
const LONGEST_PAUSE_SECONDS = 3600;

/** Of the attachments of a mail together; many servers refuse 25 MB after base64. */
const MOST_ATTACHED_BYTES = 15 * 1024 * 1024;
/** A server may refuse large mails: later attempts attach nothing. */
const ATTEMPTS_WITH_FILES = 3;

/** What delivers answers, and through what. */
export interface Deliveries extends Portal {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  sources: readonly Pick<RunningSource, 'isLeading' | 'takeAnswer'>[];
  mail: Driver;
}

interface Way {
  /** How many answers at once. */
  limit: number;
  /** Whether this replica may deliver now; absent: always. */
  isTurn?: () => Promise<boolean>;
  /** Delivers an answer, once also if an earlier attempt did. @returns what the system calls it */
  deliver: (answer: Answer, leased: Leased) => Promise<string | void>;
}

const byMail = ({ config, keys, mail }: Deliveries, store: DeliveryStore): Way['deliver'] => {
  const linkTo = companyLinks({ config, keys });
  return async (answer, { attempts }) => {
    const to = answersEmail(config);
    if (to === undefined) throw new DeliveryError('mail: set ANSWERS_EMAIL, or delete it here');
    let room = attempts > ATTEMPTS_WITH_FILES ? 0 : MOST_ATTACHED_BYTES;
    const attached = answer.files.filter(({ size }) => {
      const fits = size <= room;
      if (fits) room -= size;
      return fits;
    });
    const linked = answer.files.filter((file) => !attached.includes(file));
    const files = await Promise.all(attached.map(({ id }) => store.file(id)));
    await mail.send({
      id: answer.id,
      to,
      ...answerMail(answer, linked, companyContext(config), linkTo),
      attachments: files.flatMap((file) => file ?? []),
    });
  };
};

const byWebhook = ({ config, keys }: Deliveries): Way['deliver'] => {
  const { webhook } = config.answers;
  const post = webhook && postAnswer(webhook, companyLinks({ config, keys }));
  return async (answer) => {
    if (!post) throw new DeliveryError('webhook: set ANSWERS_WEBHOOK_URL, or delete it here');
    await post(answer);
  };
};

/** The ERP has few sessions and limits: one at a time, by the replica that reads from it. */
const byErp = ({ config, keys, sources }: Deliveries): Way => {
  const source = sources.find(({ takeAnswer }) => takeAnswer);
  const linkTo = companyLinks({ config, keys });
  return {
    limit: 1,
    ...(source && { isTurn: source.isLeading }),
    deliver: async (answer, { record, attempts }) => {
      if (!source?.takeAnswer) throw new DeliveryError('erp: orders come from no ERP now; delete it here');
      const context = companyContext(config);
      return source.takeAnswer({
        id: answer.id,
        record: record ?? '',
        summary: subjectOf(answer, context),
        body: answerHtml(answer, context, linkTo),
        isRepeated: attempts > 1,
      });
    },
  };
};

/** Delivers a leased answer, and notes how that went. */
const attempt = async ({ deliver }: Way, leased: Leased, log: Deliveries['log'], store: DeliveryStore) => {
  const beat = setInterval(() => void store.renew(leased).catch(() => {}), RENEWAL_MS);
  try {
    const answer = await store.find(leased.id);
    // Its customer was erased just now.
    if (!answer) return;
    const reference = await deliver(answer, leased);
    await store.settle(leased, reference ?? null);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const { id, target, attempts } = leased;
    log.warn({ answer: id, target, attempts, reason: error.message }, 'answer delayed');
    await store.retry(leased, backOff(attempts, LONGEST_PAUSE_SECONDS), error.message);
  } finally {
    clearInterval(beat);
  }
};

/** Delivers answers in one way, some at once. */
const createLane = (target: Target, way: Way, log: Deliveries['log'], store: DeliveryStore) => {
  const underway = createUnderway((err) =>
    log.error({ err, target }, 'answer not handled; retrying when its lease ends'),
  );
  return {
    dispatch: async (): Promise<boolean> => {
      const room = await underway.room(way.limit);
      if (way.isTurn && !(await way.isTurn())) return false;
      const leased = await store.lease(target, room);
      for (const one of leased) underway.start(attempt(way, one, log, store));
      return leased.length === room;
    },
    finish: underway.finish,
  };
};

/** Delivers what customers write to each system of the company, again and again until it is there. */
export const createDeliveries = (options: Deliveries) => {
  const store = deliveryStore(options.database);
  const ways: Record<Target, Way> = {
    // Files are in memory.
    mail: { limit: 3, deliver: byMail(options, store) },
    webhook: { limit: 5, deliver: byWebhook(options) },
    erp: byErp(options),
  };
  return TARGETS.map((target) => createLane(target, ways[target], options.log, store));
};

/** Picks up answers that another replica took, and retries that are due. */
const INTERVAL_MS = 5_000;

/** Delivers answers while the app listens. @returns `wake`: starts the next round now */
export const runDeliveries = (app: App, { onError, ...context }: CustomerCallsContext) => {
  const mail = configuredDriver('email', { config: context.config, log: app.log });
  const lanes = createDeliveries({ ...context, log: app.log, mail });
  return runLanes(app, lanes, { everyMs: INTERVAL_MS, onError });
};
