import { join, resolve } from 'node:path';

export const WORKSPACE = resolve(import.meta.dirname, '../..');

/** The data of one run; emptied at its start. */
export const RUN_DIR = join(WORKSPACE, 'e2e/results/run');

/** The data that every portal of a run starts with. */
export const TEMPLATE_DIR = join(RUN_DIR, 'template');

/** The data of the portal that most tests share. */
export const DATA_DIR = join(RUN_DIR, 'data');

/** Every mail that the SMTP server accepted, one directory per recipient. */
export const MAIL_DIR = join(RUN_DIR, 'mail');

/** The data of the portal that pages of other origins embed. */
export const EMBEDDED_DATA_DIR = join(RUN_DIR, 'embedded');

/** One empty file per customer that a test uses. */
export const TAKEN_DIR = join(RUN_DIR, 'taken');
