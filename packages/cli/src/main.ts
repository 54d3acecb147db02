import { runPortal } from './portal';
import { runProcess } from './process';

/** The process of `pnpm portal`, and of `portal` in the container. */
await runProcess(runPortal);
