import type { Configuration } from 'webpack';
import { base } from './base';

/**
 * The script that other pages show the portal by. A build of its own, because the federation plugin puts its runtime
 * into every entry, and this one must be small.
 * @param directory the shell's folder; the script is one of the files of that build
 */
export const embed = (directory: string): Configuration => {
  const common = base(directory);
  return {
    ...common,
    name: 'embed',
    entry: { embed: './src/embed/main.ts' },
    output: { ...common.output, clean: false },
    cache: { type: 'memory' },
  };
};
