import { appendFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import Fastify, { type FastifyRequest } from 'fastify';
import { type Config, ConfigError } from '../config';
import { maskContact, type Contact } from '../customers/contact';
import { logging } from '../http/logging';
import type { App, ValibotTypes } from '../http/validation';
import { networkOf } from '../limits/network';

/** Why a code does not sign in. `ended-code`: used, replaced, or asked for in another browser. */
export type CodeRefusal = 'wrong-code' | 'expired-code' | 'ended-code' | 'spent-code' | 'no-customer';

/** Who signs customers in beside the portal itself: the site that embeds it, or the company's identity provider. */
export type Voucher = 'site' | 'provider';

/**
 * Everything that the audit log records (ASVS 5.0 16.3). No field holds a code, a token, or a full address: contacts are
 * masked when they are written. Refused sign-ins name no customer: the time of a lookup would reveal who is one.
 */
export type AuditEvent =
  | { event: 'code'; outcome: 'requested' | 'limited'; contact: Contact }
  | { event: 'sign-in'; outcome: 'signed-in'; contact: Contact; customerId: string; by?: Voucher }
  | { event: 'sign-in'; outcome: CodeRefusal | 'limited'; contact: Contact; by?: Voucher }
  /** A token that proves nothing; `reason` is one of a few codes. */
  | { event: 'sign-in' | 'logout'; outcome: 'refused'; by: Voucher; reason: string }
  /** A call with the cookie of a session that has ended, or never was. */
  | { event: 'session'; outcome: 'ended' }
  /** An operator's command. */
  | {
      event: 'customer';
      outcome: 'exported' | 'erased' | 'signed-out';
      customerId: string;
      contact: Contact;
    }
  /** An import or the webhook; `contact` is the one that identified the customer before. */
  | {
      event: 'customer';
      outcome: 'contacts-changed';
      customerId: string;
      contact: Contact;
      changed: readonly string[];
    }
  | { event: 'order'; outcome: 'moved'; orderNbr: string; customerId: string; from: string }
  /** A customer asked for an order that is another customer's, or nobody's. */
  | { event: 'order'; outcome: 'not-found'; customerId: string }
  | { event: 'logout'; outcome: 'signed-out'; customerId: string; by?: Voucher }
  | { event: 'csrf'; outcome: 'no-token' | 'no-cookies' | 'foreign-site' }
  | {
      event: 'preferences';
      outcome: 'saved';
      /** On the screen, by the link in a message, by an answer such as STOP, or as a delivery service reported. */
      by: 'customer' | 'link' | 'reply' | 'service';
      customerId: string;
      email?: boolean;
      sms?: boolean;
      language?: string;
    }
  | { event: 'test-message'; outcome: 'queued' | 'nothing-chosen' | 'limited'; customerId: string }
  | { event: 'reports'; outcome: 'limited' | 'foreign-site' }
  /** A program called without the secret that this variable holds. */
  | {
      event: 'secret';
      outcome: 'wrong';
      variable: 'METRICS_TOKEN' | 'ORDERS_WEBHOOK_TOKEN' | 'TWILIO_AUTH_TOKEN';
    }
  /** This server serves another version from now on. */
  | {
      event: 'release';
      outcome: 'live';
      remote: string;
      version: string;
      previous: string | null;
      who: string | null;
    };

/** Records an event, with its request if there is one. */
export type Audit = (event: AuditEvent, request?: FastifyRequest) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Records an event outside a request, such as an operator's command. */
    audit: Audit;
  }
  interface FastifyRequest {
    /** Records an event of this request in the audit log. */
    audit: (event: AuditEvent) => void;
  }
}

/** The fields in the order of every line: what happened, in which request, and to whom. */
const describe = ({ event, outcome, ...details }: AuditEvent, request?: FastifyRequest) => ({
  audit: true,
  event,
  outcome,
  ...(request && { reqId: request.id, network: networkOf(request.ip) }),
  ...details,
  ...('contact' in details && { contact: maskContact(details.contact) }),
});

/**
 * Creates the file of AUDIT_LOG.
 * @throws ConfigError when it cannot be written
 */
export const prepareAuditLog = async ({ auditLog }: Pick<Config, 'auditLog'>): Promise<void> => {
  if (!auditLog) return;
  await append(auditLog, '').catch(({ code = '' }: NodeJS.ErrnoException) => {
    throw new ConfigError([`AUDIT_LOG must be a file that the portal can write: ${code}`]);
  });
};

/** Readable by the group, so that operators can give a log shipper access. */
const append = (file: string, text: string) => appendFile(file, text, { mode: 0o640 });

/**
 * Appends lines to a file. Opens it for each batch, so that the file can be moved away at any time (logrotate), and
 * several processes can share it.
 * @param onError gets the lines that could not be written
 */
const createFile = (file: string, onError: (lines: readonly string[], err: unknown) => void) => {
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      await append(file, lines.map((line) => `${line}\n`).join('')).catch((err: unknown) =>
        onError(lines, err),
      );
    }
    writing = undefined;
  };

  return {
    write: (line: string) => {
      waiting.push(line);
      writing ??= writeAll();
    },
    close: async () => writing,
  };
};

interface AuditLog {
  config: Pick<Config, 'auditLog'>;
  /** More fields for each line in a file; the log has them already. */
  fields?: (() => object) | undefined;
  /** Called with each event, for the metrics. */
  count?: ((event: AuditEvent) => void) | undefined;
}

/** Audits a command that runs in a process of its own: in the file AUDIT_LOG, or on stderr. */
export const withAudit = async <Answer>(
  config: AuditLog['config'],
  work: (audit: Audit) => Promise<Answer>,
): Promise<Answer> => {
  const app = Fastify(logging('info', process.stderr)).withTypeProvider<ValibotTypes>();
  return work(createAudit(app, { config })).finally(() => app.close());
};

/** Gives an app and each of its requests an `audit`. */
export const auditRequests = (app: App, audit: Audit) => {
  app.decorate('audit', audit);
  app.decorateRequest('audit', function (this: FastifyRequest, event: AuditEvent) {
    audit(event, this);
  });
};

/** Opens the audit log: lines of the log, or of the file AUDIT_LOG in the same shape. */
export const createAudit = (app: App, { config, fields, count }: AuditLog): Audit => {
  const origin = { pid: process.pid, hostname: hostname() };
  const toLog = (line: object) => app.log.info(line, 'audit');
  const file =
    config.auditLog === undefined
      ? undefined
      : createFile(config.auditLog, (lines, err) => app.log.error({ err, lines }, 'cannot write AUDIT_LOG'));
  const toFile = (line: object) =>
    file?.write(
      JSON.stringify({ level: 30, time: Date.now(), ...origin, ...fields?.(), ...line, msg: 'audit' }),
    );
  const write = file ? toFile : toLog;

  app.addHook('onClose', async () => file?.close());
  return (event, request) => {
    count?.(event);
    write(describe(event, request));
  };
};
