#!/usr/bin/env node

import process from 'node:process';

/** `npm create @portal/remote invoices` runs `portal new invoices`, because a new repository has no `portal` yet. */
process.argv.splice(2, 0, 'new');
await import('@portal/cli/process');
