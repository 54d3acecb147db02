import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE } from './directories';

const PORTAL = 'https://portal.example.com';

const directives = (): string[] => {
  const text = readFileSync(join(WORKSPACE, 'docs/embedding.md'), 'utf8');
  const blocks = [...text.matchAll(/^```\n((?:script-src|trusted-types) [^`]+)\n```$/gm)];
  const lines = blocks.flatMap(([, block = '']) => block.split('\n'));
  if (blocks.length !== 2) throw new Error('docs/embedding.md no longer says what a policy needs.');
  return lines;
};

/** The directives that `docs/embedding.md` documents, for this portal and this nonce. */
export const documentedPolicy = (portalOrigin: string, nonce: string): Map<string, string> =>
  new Map(
    directives().map((directive) => {
      const [name = '', ...sources] = directive.split(/\s+/);
      return [
        name,
        sources.join(' ').replaceAll(PORTAL, portalOrigin).replaceAll(`'nonce-…'`, `'nonce-${nonce}'`),
      ];
    }),
  );
