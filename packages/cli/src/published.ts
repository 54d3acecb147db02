#!/usr/bin/env node
import { runCommandLine } from './command-line';
import { runProcess } from './process';
import { RELEASE_VERBS } from './release-verbs';
import type { Io } from './verb';

/** Messages say `pnpm portal`, as in the workspace; a team's repository runs `npx portal`. */
const outside = (output: Io['stdout']): Io['stdout'] => ({
  isTTY: output.isTTY === true,
  hasColors: (env) => output.hasColors?.(env) === true,
  write: (text) => output.write(text.replaceAll(/\bpnpm (--silent )?portal\b/g, 'npx portal')),
});

/** The process of `portal` in the repository of a team. */
await runProcess((rawArgs, io) =>
  runCommandLine(RELEASE_VERBS, rawArgs, { ...io, stdout: outside(io.stdout), stderr: outside(io.stderr) }),
);
