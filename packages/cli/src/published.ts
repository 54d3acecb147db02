#!/usr/bin/env node
import { runProcess, type Io } from './io';
import { runPortal } from './portal';

/** Messages say `pnpm portal`, as in the workspace; a team's repository runs `npx portal`. */
const outside = (output: Io['stdout']): Io['stdout'] => ({
  write: (text) => output.write(text.replaceAll(/\bpnpm (--silent )?portal\b/g, 'npx portal')),
});

/** The process of `portal` in the repository of a team. */
await runProcess((args, io) =>
  runPortal(args, { ...io, stdout: outside(io.stdout), stderr: outside(io.stderr) }),
);
