import type { Configuration } from 'webpack';
import { base } from './base';

/**
 * The scripts that other pages show the portal by: an element, and a container for those that federate themselves. A
 * build of its own, because the federation plugin puts its runtime into every entry, and these must be small.
 * @param directory the shell's folder; they are files of that build
 */
export const embed = (directory: string): Configuration => {
  const common = base(directory);
  return {
    ...common,
    name: 'embed',
    entry: {
      embed: './src/embed/main.ts',
      mount: { import: './src/embed/container.ts', library: { name: 'portal_shell', type: 'var' } },
    },
    output: { ...common.output, clean: false },
    cache: { type: 'memory' },
  };
};
