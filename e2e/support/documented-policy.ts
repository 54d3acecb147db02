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

/** The nonce of the scripts and styles of the company's pages. */
export const NONCE = 'bm90IGEgc2VjcmV0';

/**
 * A strict policy: it allows the page's own content and style sheets, and the sources that `docs/embedding.md` lists.
 * @param scripts replaces the documented `script-src`
 */
export const strictPolicy = (portalUrl: string, scripts?: string): string => {
  const needed = documentedPolicy(new URL(portalUrl).origin, NONCE);
  if (scripts) needed.set('script-src', scripts);
  needed.set('style-src', `'self' ${needed.get('style-src')}`);
  return [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    ...[...needed].map(([name, sources]) => `${name} ${sources}`),
  ].join('; ');
};
