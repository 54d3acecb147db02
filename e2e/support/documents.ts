import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE } from './directories';

/** The blocks of code in a document that begin with a text. @throws if there is none */
const documentedBlocks = (document: string, first: string): string[][] => {
  const text = readFileSync(join(WORKSPACE, 'docs', document), 'utf8');
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)\n```$/gms)].map(([, block = '']) => block);
  const found = blocks.filter((block) => block.startsWith(first));
  if (found.length === 0) throw new Error(`docs/${document} has no block that begins with ${first}.`);
  return found.map((block) => block.split('\n'));
};

/** The lines of the shell block of a document that begins with a command. */
export const documentedCommands = (document: string, first: string): string[] =>
  documentedBlocks(document, first)[0] ?? [];

const PORTAL = 'https://portal.example.com';

/** The directives that `docs/embedding.md` documents, for this portal and this nonce. */
export const documentedPolicy = (portalOrigin: string, nonce: string): Map<string, string> =>
  new Map(
    ['script-src ', 'trusted-types ']
      .flatMap((first) => documentedBlocks('embedding.md', first).flat())
      .map((directive) => {
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
