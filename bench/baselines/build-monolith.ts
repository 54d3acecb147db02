import { buildBaseline } from './build';
import { monolith, MONOLITH } from './configurations';

/** Builds the monolith of the workspace that it runs in, such as a copy with a change. */
await buildBaseline(MONOLITH, monolith);
