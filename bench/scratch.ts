import { join } from 'node:path';
import { WORKSPACE } from '../e2e/support/directories';

/** The folder with the data of the last run. */
export const SCRATCH = join(WORKSPACE, '.portal/bench');
