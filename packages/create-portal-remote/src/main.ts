#!/usr/bin/env node

import process from 'node:process';
/** `npm create portal-remote invoices` is `portal new invoices`, before a repository has `portal`. */
process.argv.splice(2, 0, 'new');
await import('@portal/cli/process');
