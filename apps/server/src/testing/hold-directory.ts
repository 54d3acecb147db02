import { holdDirectory } from '../platform/database/one-process';

/** A process of a test: holds a directory and says so, until it is killed. */
await holdDirectory(process.argv[2] ?? '');
console.log('held');
process.stdin.resume();
