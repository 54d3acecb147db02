import { runPortal, runProcess } from '@portal/cli';
import { DATABASE_VERBS } from './commands/verbs';
import { addDoctor } from './doctor/command';

/** The process of `pnpm portal`, and of `portal` in the container. */
await runProcess((args, io) =>
  runPortal(args, io, {
    verbs: [...DATABASE_VERBS, addDoctor],
    // Imported when it is used: the commands of teams start without it.
    asOperator: async (who, work) => (await import('./commands/run')).asOperator(io)(who, work),
  }),
);
