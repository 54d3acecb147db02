import { remote } from './index';

/** The remote that the tests of this package build, in a folder of its own: `--env directory=…`. */
export default ({ directory }: { directory: string }) => ({
  ...remote(directory, { name: 'sample-remote' }),
  cache: false,
});
