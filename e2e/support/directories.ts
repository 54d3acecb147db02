import { join, resolve } from 'node:path';

export const WORKSPACE = resolve(import.meta.dirname, '../..');

/** What a run of the suite keeps; empty at its start. */
export const RUN_DIR = join(WORKSPACE, 'e2e/results/run');

/** The data that every portal of the suite starts with. */
export const TEMPLATE_DIR = join(RUN_DIR, 'template');

/** The data of the suite's own portal. */
export const DATA_DIR = join(RUN_DIR, 'data');

/** Every mail that the suite's SMTP server accepted, in a directory for each recipient. */
export const MAIL_DIR = join(RUN_DIR, 'mail');

/** Every SMS: without Twilio they are kept as files. */
export const OUTBOX_DIR = join(DATA_DIR, 'outbox');

/** One empty file for each customer that a test has taken. */
export const TAKEN_DIR = join(RUN_DIR, 'taken');
