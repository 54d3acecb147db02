import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE } from './directories';

const PORTAL = 'https://portal.example.com';

const directives = (): string[] => {
  const text = readFileSync(join(WORKSPACE, 'docs/embedding.md'), 'utf8');
  const block = /^```\n(script-src [^`]+)\n```$/m.exec(text)?.[1];
  if (!block?.includes(PORTAL)) throw new Error('docs/embedding.md no longer says what a policy needs.');
  return block.split('\n');
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
