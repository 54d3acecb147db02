/** The entry of every remote's harness. Bundlers resolve its imports, with their extensions, in the remote's folder. */
export const HARNESS_MAIN = `
import { runAlone } from '@portal/harness';
import { handlers } from './dev/mocks.ts';
import descriptor from './remote.json';
import remote from './src/remote.ts';
void runAlone(remote, descriptor, handlers);
`;
