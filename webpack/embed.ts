import { base } from '@portal/remote/base';
import type { Configuration } from 'webpack';

/** Configures `embed.js` in a build of its own: the federation plugin adds its runtime to every entry. */
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
