import { lockDirectory } from '../database/directory-lock';

/** A process of a test: locks a directory and says so, until it is killed. */
await lockDirectory(process.argv[2] ?? '');
console.log('locked');
process.stdin.resume();
