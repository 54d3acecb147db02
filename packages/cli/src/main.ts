import { runPortal } from './portal';
import { runProcess } from './process';
import { SERVER_VERBS } from './server/server-verbs';

/** The process of `pnpm portal`, and of `portal` in the container. */
await runProcess((args, io) => runPortal(args, io, SERVER_VERBS));
