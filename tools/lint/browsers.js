import { createRequire } from 'node:module';
import { join } from 'node:path';
import browserslist from 'browserslist';

/** MDN's compatibility data. */
const bcd = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** MDN's names of the browsers in the list. */
const NAMES = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  ios_saf: 'safari_ios',
  safari: 'safari',
};

/** The browsers in the list of @portal/remote-build, the oldest first. */
const listed = browserslist(undefined, { path: join(import.meta.dirname, '../../packages/remote-build') })
  .flatMap((entry) => {
    const [name, version = ''] = entry.split(' ');
    return name in NAMES ? [{ name: NAMES[name], version: Number.parseFloat(version) }] : [];
  })
  .reverse();

const isIn = ({ support }, name, version) =>
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
const lackedBy = (feature) => {
  const compat = feature?.__compat;
  const lacking = compat && listed.find(({ name, version }) => !isIn(compat, name, version));
  return lacking && `${lacking.name} ${lacking.version}`;
};

/** MDN's compatibility data of a global of JavaScript or the Web. */
const globalNamed = (name) => bcd.javascript.builtins?.[name] ?? bcd.api[name] ?? bcd.api.Window?.[name];

/** MDN's compatibility data of a static member, such as `AbortSignal.any` or `Object.hasOwn`. */
const memberNamed = (name, member) =>
  bcd.javascript.builtins?.[name]?.[member] ?? bcd.api[name]?.[`${member}_static`];

/**
 * Refuses globals, and functions of globals, that a browser in the list lacks.
 * Option: names that the code feature-detects.
 */
export const browsers = {
  meta: {
    messages: {
      lacking:
        '{{browser}} is supported (packages/remote-build/package.json), but has no {{name}}. Avoid it, or detect it and list it in .oxlintrc.json.',
    },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create: (context) => {
    const [detected] = context.options;
    const check = (node, name, feature) => {
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
          const node = reference.identifier;
          // Types do not exist at run time.
          if (node.type !== 'Identifier' || reference.isTypeReference === true) continue;
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
