import { remote } from './index';

/** The configuration of the remote in this package's tests: `--env directory=…`. */
export default ({ directory }: { directory: string }) => ({
  ...remote(directory, { name: 'sample-remote' }),
  cache: false,
});
