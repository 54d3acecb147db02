import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };
import browserslist from 'browserslist';
import type { Rule } from 'eslint';
import { join } from 'node:path';
import { WORKSPACE } from './workspace';

/** MDN's names of the browsers in the list. */
const NAMES = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  ios_saf: 'safari_ios',
  safari: 'safari',
} as const;

const isListed = (name: string | undefined): name is keyof typeof NAMES =>
  name !== undefined && name in NAMES;

/** The browsers in the list of @portal/remote, the oldest first. */
const listed = browserslist(undefined, { path: join(WORKSPACE, 'packages/remote') })
  .flatMap((entry) => {
    const [name, version = ''] = entry.split(' ');
    return isListed(name) ? [{ name: NAMES[name], version: Number.parseFloat(version) }] : [];
  })
  .reverse();

const isIn = (
  { support }: CompatStatement,
  name: (typeof NAMES)[keyof typeof NAMES],
  version: number,
): boolean =>
  [support[name] ?? []]
    .flat()
    .some(
      ({ version_added, version_removed, flags, prefix, alternative_name }) =>
        typeof version_added === 'string' &&
        !version_removed &&
        !flags &&
        !prefix &&
        !alternative_name &&
        Number.parseFloat(version_added.replace('≤', '')) <= version,
    );

/** The first browser in the list that lacks a feature: `chrome 109`. */
const lackedBy = (feature: Identifier | undefined): string | undefined => {
  const compat = feature?.__compat;
  const lacking = compat && listed.find(({ name, version }) => !isIn(compat, name, version));
  return lacking && `${lacking.name} ${lacking.version}`;
};

/** MDN's compatibility data of a global of JavaScript or the Web. */
const globalNamed = (name: string): Identifier | undefined =>
  bcd.javascript.builtins?.[name] ?? bcd.api[name] ?? bcd.api['Window']?.[name];

/** MDN's compatibility data of a static member, such as `AbortSignal.any` or `Object.hasOwn`. */
const memberNamed = (name: string, member: string): Identifier | undefined =>
  bcd.javascript.builtins?.[name]?.[member] ?? bcd.api[name]?.[`${member}_static`];

/**
 * Refuses globals, and functions of globals, that a browser in the list lacks.
 * Option: names that the code feature-detects.
 */
export const browsersRule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: {
      lacking:
        '{{browser}} is supported (packages/remote/package.json), but has no {{name}}. Avoid it, or detect it and add it to DETECTED in lint/src/code.ts.',
    },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create: (context) => {
    // The schema guarantees the type.
    const [detected] = context.options as [string[]];
    const check = (node: Rule.Node, name: string, feature: Identifier | undefined) => {
      const browser = detected.includes(name) ? undefined : lackedBy(feature);
      if (browser) context.report({ node, messageId: 'lacking', data: { browser, name } });
    };
    return {
      Program: () => {
        const scope = context.sourceCode.scopeManager.globalScope;
        const globals = [
          ...(scope?.through ?? []),
          ...(scope?.variables
            .filter(({ defs }) => defs.length === 0)
            .flatMap(({ references }) => references) ?? []),
        ];
        for (const reference of globals) {
          const node = reference.identifier as Rule.Node;
          // Types do not exist at run time.
          const isType = 'isTypeReference' in reference && reference.isTypeReference === true;
          if (node.type !== 'Identifier' || isType) continue;
          check(node, node.name, globalNamed(node.name));
          const { parent } = node;
          if (
            parent.type === 'MemberExpression' &&
            parent.object === node &&
            parent.property.type === 'Identifier'
          )
            check(
              parent,
              `${node.name}.${parent.property.name}`,
              memberNamed(node.name, parent.property.name),
            );
        }
      },
    };
  },
};
