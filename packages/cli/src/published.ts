#!/usr/bin/env node
import { runCommandLine } from './command-line';
import { runProcess } from './process';
import { RELEASE_VERBS } from './release-verbs';

/** The process of `portal` in the repository of a team. */
await runProcess((rawArgs, io) => runCommandLine(RELEASE_VERBS, rawArgs, io));
