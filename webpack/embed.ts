import { base } from '@portal/remote/base';
import type { Configuration } from 'webpack';

/**
 * Configures `embed.js`, the script that defines `<customer-portal>`. A separate build keeps it small: the federation
 * plugin adds its runtime to every entry.
 * @param directory the shell's folder
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
