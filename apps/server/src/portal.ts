import { runPortal, runProcess } from '@portal/cli';
import { DATABASE_VERBS } from './commands/verbs';
import { addDoctor } from './doctor/command';

/** The process of `pnpm portal`, and of `portal` in the container. */
await runProcess((args, io) => runPortal(args, io, [...DATABASE_VERBS, addDoctor]));
