import { runPortal } from './portal';

/** The process of `pnpm portal`. */

// On Node 20, the AWS SDK warns before each answer that its next version needs a newer Node.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const { stdout, stderr, env } = process;
process.exitCode = await runPortal(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() });
