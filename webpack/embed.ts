import type { Configuration } from 'webpack';
import { base } from './base';

/**
 * `embed.js`, the script that defines `<customer-portal>`. It has a build of its own because the federation plugin adds
 * its runtime to every entry, and this script must stay small.
 * @param directory the shell's folder, whose build the script belongs to
 */
export const embed = (directory: string): Configuration => {
  const common = base(directory);
  return {
    ...common,
    name: 'embed',
    entry: { embed: './src/element/main.ts' },
    output: { ...common.output, clean: false },
    cache: { type: 'memory' },
  };
};
