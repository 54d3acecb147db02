import { join, resolve } from 'node:path';

export const WORKSPACE = resolve(import.meta.dirname, '..');

/** Builds and data of the last run. */
export const SCRATCH = join(WORKSPACE, '.portal/bench');
