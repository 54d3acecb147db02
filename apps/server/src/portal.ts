import { runPortal, runProcess } from '@portal/cli';
import { SERVER_VERBS } from './commands/verbs';

/** The process of `pnpm portal`, and of `portal` in the container. */
await runProcess((args, io) => runPortal(args, io, SERVER_VERBS));
