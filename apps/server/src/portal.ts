import { runPortal, runProcess } from '@portal/cli';
import { DATABASE_VERBS } from './operations/commands/verbs';
import { addDoctor } from './operations/doctor/command';

// On Node 20, the AWS SDK warns before each answer that its next version needs a newer Node.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

/** The process of `pnpm portal`, and of `portal` in the container. */
await runProcess((args, io) =>
  runPortal(args, io, {
    verbs: [...DATABASE_VERBS, addDoctor],
    // Imported when it is used: the commands of teams start without it.
    asOperator: async (who, work) =>
      (await import('./operations/commands/operator')).asOperator(io)(who, work),
  }),
);
