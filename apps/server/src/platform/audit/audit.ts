import { appendFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Config, ConfigError } from '../config/config';
import { contactHash, maskContact, type Contact } from '../contact/contact';
import { errorCode } from '../config/error-code';
import { createTurns } from '../database/turns';
import { networkOf } from '../limits/limits';

/** Why a code does not sign in. `ended-code`: used, replaced, or asked for in another browser. */
export type CodeRefusal =
  'wrong-code' | 'former-code' | 'expired-code' | 'ended-code' | 'spent-code' | 'no-customer';

/** Who signs customers in beside the portal itself: the embedder, or the company's identity provider. */
export type Voucher = 'site' | 'provider';

/** What the audit log records (ASVS 5.0 16.3): no code, token, or full address; refused sign-ins name no customer. */
export type AuditEvent = { /** The operator or the team that did it by HTTP. */ who?: string | null } & (
  | { event: 'code'; outcome: 'requested' | 'limited'; contact: Contact }
  | { event: 'sign-in'; outcome: 'signed-in'; contact: Contact; customerId: string; by?: Voucher }
  | { event: 'sign-in'; outcome: CodeRefusal | 'limited'; contact: Contact; by?: Voucher }
  /** A token that proves nothing; `reason` is one of a few codes. */
  | { event: 'sign-in' | 'logout'; outcome: 'refused'; by: Voucher; reason: string }
  /** A call with the cookie of a session that has ended, or never was. */
  | { event: 'session'; outcome: 'ended' }
  | {
      event: 'customer';
      /** `shown` and `orders-shown` are looks at what is not masked. */
      outcome:
        | 'shown'
        | 'orders-shown'
        | 'exported'
        | 'unlocked'
        | 'resent'
        | 'signed-out'
        | 'blocked'
        | 'unblocked'
        | 'erased';
      customerId: string;
      contact: Contact;
      /** Absent: an operator. */
      by?: 'customer';
    }
  /** An import or the webhook; `contact` is the one that identified the customer before. */
  | {
      event: 'customer';
      outcome: 'contacts-changed';
      customerId: string;
      contact: Contact;
      changed: readonly string[];
    }
  | { event: 'operator'; outcome: 'done' | 'refused'; work: string; remote?: string; version?: string }
  | { event: 'order'; outcome: 'moved'; orderNbr: string; customerId: string; from: string }
  /** The ERP no longer has the order for this customer. */
  | { event: 'order'; outcome: 'removed'; orderNbr: string; customerId: string }
  /** The ERP that orders come from stopped or resumed answering as it should; `reason` says why. */
  | { event: 'erp'; outcome: 'failed'; reason: string }
  | { event: 'erp'; outcome: 'resumed' }
  /** A customer asked for an order that is another customer's, or nobody's. */
  | { event: 'order'; outcome: 'not-found'; customerId: string }
  | { event: 'logout'; outcome: 'signed-out'; customerId: string; by?: Voucher }
  | { event: 'csrf'; outcome: 'no-token' | 'no-cookies' | 'foreign-site' }
  | {
      event: 'preferences';
      outcome: 'saved';
      /** On the screen, by the link in a message, by a reply such as STOP, or as a delivery service reported. */
      by: 'customer' | 'link' | 'reply' | 'service';
      customerId: string;
      email?: boolean;
      sms?: boolean;
      status?: boolean;
      entries?: boolean;
      visits?: boolean | undefined;
      orderNbr?: string;
      muted?: boolean;
      language?: string;
    }
  /** On an order, or the limit of answers and their files. */
  | { event: 'answer'; outcome: 'sent'; customerId: string; orderNbr: string }
  | { event: 'answer'; outcome: 'limited'; customerId: string }
  | { event: 'test-message'; outcome: 'queued' | 'nothing-chosen' | 'limited'; customerId: string }
  | { event: 'reports'; outcome: 'limited' | 'foreign-site' }
  /** A program called without the secret that this variable holds. */
  | {
      event: 'secret';
      outcome: 'wrong';
      variable:
        | 'ACUMATICA_PUSH_TOKEN'
        | 'METRICS_TOKEN'
        | 'ORDERS_WEBHOOK_TOKEN'
        | 'TWILIO_AUTH_TOKEN'
        | 'VONAGE_SIGNATURE_SECRET';
    }
  | {
      event: 'release';
      outcome: 'live';
      remote: string;
      version: string;
      previous: string | null;
      who: string | null;
    }
);

/** Records an event, with its request if there is one. */
export type Audit = (event: AuditEvent, request?: FastifyRequest) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Records an event outside a request, such as an operator's command. */
    audit: Audit;
  }
  interface FastifyRequest {
    audit: (event: AuditEvent) => void;
  }
}

/** The fields in the order of every line: what happened, in which request, and to whom. */
const describe = (
  { event, outcome, ...details }: AuditEvent,
  request: FastifyRequest | undefined,
  contacts: AuditLog['contacts'],
) => ({
  audit: true,
  event,
  outcome,
  ...(request && { reqId: request.id, network: networkOf(request.ip) }),
  ...details,
  ...('contact' in details && {
    contact: maskContact(details.contact),
    ...(contacts && { contactHash: contactHash(contacts, details.contact) }),
  }),
});

/** Readable by the group, so that operators can give a log shipper access. */
const MODE = 0o640;

/** Creates the file of AUDIT_LOG. @throws ConfigError when it cannot be written */
export const prepareAuditLog = ({ auditLog }: Pick<Config, 'auditLog'>): void => {
  try {
    if (auditLog) appendFileSync(auditLog, '', { mode: MODE });
  } catch (error) {
    throw new ConfigError([`AUDIT_LOG must be a file that the portal can write: ${errorCode(error)}`]);
  }
};

/**
 * Appends a line. Opens the file each time: it can be moved away at any moment. A full disk may have torn the line before,
 * of this process or another: it ends there.
 */
const append = async (path: string, line: string) => {
  const file = await open(path, 'a+', MODE);
  try {
    const { size } = await file.stat();
    const last = Buffer.from('\n');
    if (size > 0) await file.read(last, 0, 1, size - 1);
    await file.appendFile(last.toString() === '\n' ? `${line}\n` : `\n${line}\n`);
  } finally {
    await file.close();
  }
};

interface AuditLog {
  config: Pick<Config, 'auditLog'>;
  /** The key of names for contacts; absent in a process without the keys. */
  contacts?: Parameters<typeof contactHash>[0] | undefined;
  /** More fields for each line in a file; the log has them already. */
  fields?: (() => object) | undefined;
  /** Called with each event, for the metrics. */
  count?: ((event: AuditEvent) => void) | undefined;
  /** Called with each line that could not be written. */
  countLost?: (() => void) | undefined;
}

/** Opens the audit log: lines of the log, or of the file AUDIT_LOG. `app.close()` waits until they are written. */
export const createAudit = (
  app: { log: Pick<FastifyBaseLogger, 'info' | 'error'> } & Pick<FastifyInstance, 'addHook'>,
  { config: { auditLog }, contacts, fields, count, countLost }: AuditLog,
): Audit => {
  const { log } = app;
  const origin = { pid: process.pid, hostname: hostname() };
  /** Requests do not wait for their lines. */
  const takeTurn = createTurns();
  const write = async (file: string, line: string) => {
    const end = await takeTurn();
    await append(file, line).catch((err: unknown) => {
      log.error({ err, line }, 'cannot write AUDIT_LOG');
      countLost?.();
    });
    end();
  };
  // The last turn comes when every line is written.
  app.addHook('onClose', async () => void (await takeTurn()));
  return (event, request) => {
    count?.(event);
    const line = describe(event, request, contacts);
    if (!auditLog) return log.info(line, 'audit');
    const written = { level: 30, time: Date.now(), ...origin, ...fields?.(), ...line, msg: 'audit' };
    void write(auditLog, JSON.stringify(written));
  };
};

/** Audits a command that runs in a process of its own: in the file AUDIT_LOG, or on stderr. */
export const withAudit = async <Result>(
  config: AuditLog['config'],
  work: (audit: Audit) => Promise<Result>,
): Promise<Result> => {
  const app = Fastify({ logger: { level: 'info', stream: process.stderr } });
  return work(createAudit(app, { config })).finally(() => app.close());
};

/** Gives an app and each of its requests an `audit`. */
export const auditRequests = (app: Pick<FastifyInstance, 'decorate' | 'decorateRequest'>, audit: Audit) => {
  app.decorate('audit', audit);
  app.decorateRequest('audit', function (this: FastifyRequest, event: AuditEvent) {
    audit(event, this);
  });
};
