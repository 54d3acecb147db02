import { join, resolve } from 'node:path';

export const WORKSPACE = resolve(import.meta.dirname, '../..');

const RUN = join(WORKSPACE, 'e2e/results/run');

/** The data of the suite's own portal; empty at the start of each run. */
export const DATA_DIR = join(RUN, 'data');

/** Every mail that the suite's SMTP server was given, one file each. */
export const MAIL_DIR = join(RUN, 'mail');

/** Every SMS: without Twilio they are kept as files. */
export const OUTBOX_DIR = join(DATA_DIR, 'outbox');

/** One empty file for each customer that a test has taken. */
export const TAKEN_DIR = join(RUN, 'taken');

export { RUN as RUN_DIR };
