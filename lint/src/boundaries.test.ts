import { ESLint } from 'eslint';
import { rules } from '.';
import { WORKSPACE } from './workspace';

/** Uses all rules, as `pnpm check` does, because a later entry could turn a boundary off. */
const eslint = new ESLint({ cwd: WORKSPACE, overrideConfigFile: true, overrideConfig: rules });

const messagesFor = async (file: string, code: string) => {
  const [result] = await eslint.lintText(code, { filePath: file });
  return result?.messages ?? [];
};

const findingsIn = async (file: string, code: string): Promise<(string | null)[]> =>
  (await messagesFor(file, code)).map(({ ruleId }) => ruleId);

const boundary = 'portal/boundaries';
const property = 'no-restricted-properties';
const syntax = 'no-restricted-syntax';
const console_ = 'no-console';
const browsers = 'browsers/listed';

const ORDERS = 'apps/orders/src/order-list/order-list.tsx';
const SHELL = 'apps/shell/src/portal.tsx';
const RUNTIME = 'apps/shell/src/federation/second-generation.ts';
const EMBED = 'apps/shell/src/element/start-portal.ts';
const ELEMENT = 'packages/embed/src/index.ts';
const SERVER = 'apps/server/src/app.ts';
const STORE = 'apps/server/src/orders/order-store.ts';

describe('ESLint refuses', () => {
  it.each([
    ['a remote importing another remote', ORDERS, `import '../../../login/src/remote';`, boundary],
    ['a remote importing another remote by name', ORDERS, `import 'login';`, boundary],
    ['a remote importing the shell', ORDERS, `import '../../../shell/src/portal';`, boundary],
    [
      'a remote importing another remote lazily',
      ORDERS,
      `void import('../../../login/src/remote');`,
      boundary,
    ],
    ['a remote re-exporting another remote', ORDERS, `export * from '../../../login/src/remote';`, boundary],
    ['a remote importing the server', ORDERS, `import '../../../server/src/app';`, boundary],
    ['a remote shipping the harness', ORDERS, `import '@portal/harness';`, boundary],
    ['a remote shipping test code', ORDERS, `import '@portal/harness/testing';`, boundary],
    ['the federation runtime in a remote', ORDERS, `import '@module-federation/enhanced/runtime';`, boundary],
    ['the shell importing a remote', SHELL, `import '../../orders/src/remote';`, boundary],
    [
      'the federation runtime elsewhere in the shell',
      SHELL,
      `import '@module-federation/enhanced/runtime';`,
      boundary,
    ],
    ['MUI in an app', ORDERS, `import '@mui/material/Button';`, boundary],
    ['an import of a package’s internals', ORDERS, `import '@portal/api/src/http';`, boundary],
    [
      'a relative import of a package’s internals',
      ORDERS,
      `import '../../../../packages/api/src/http';`,
      boundary,
    ],
    [
      'a package importing an app',
      'packages/api/src/http.ts',
      `import '../../../apps/orders/src/remote';`,
      boundary,
    ],
    [
      'a dependency in the contract',
      'packages/contract/src/descriptor.ts',
      `import '@portal/theme';`,
      boundary,
    ],
    ['the browser’s API client in the server', SERVER, `import '@portal/api';`, boundary],
    ['the theme in the server', SERVER, `import '@portal/theme';`, boundary],
    ['Kysely outside stores', SERVER, `import 'kysely';`, boundary],
    ['SQL outside stores', SERVER, `database.selectFrom('orders');`, property],
    ['reading the environment outside an entry', SERVER, `process.env['PORT'];`, property],
    ['reading the environment in a store', STORE, `process.env['PORT'];`, property],
    ['assigning a global', SHELL, `window.portal = {};`, syntax],
    ['declaring a global', EMBED, `declare global {\n  var portal: string;\n}`, syntax],
    ['a default export', SHELL, `export default 1;`, syntax],
    ['a double cast', SHELL, `export const one = '1' as unknown as number;`, syntax],
    ['the type any', SHELL, `export const all: any = 1;`, '@typescript-eslint/no-explicit-any'],
    [
      'a non-null assertion',
      SHELL,
      `document.querySelector('main')!.focus();`,
      '@typescript-eslint/no-non-null-assertion',
    ],
    [
      'a comment that disables oxlint',
      SHELL,
      `// oxlint-disable-next-line no-floating-promises`,
      'no-warning-comments',
    ],
    [
      'a comment that silences TypeScript',
      SHELL,
      `// @ts-expect-error because`,
      '@typescript-eslint/ban-ts-comment',
    ],
    ['console in the browser', SHELL, `console.error(1);`, console_],
    ['console.log on the embedder’s page', EMBED, `console.log(1);`, console_],
    [
      'a conditional hook',
      SHELL,
      `import { useId } from 'react';\nexport const useOne = (on: boolean) => on && useId();`,
      'react-hooks/rules-of-hooks',
    ],
    ['a function that Chrome 109 lacks', EMBED, `export const all = AbortSignal.any;`, browsers],
    ['a class that Firefox 115 lacks', SHELL, `export const all = new Highlight();`, browsers],
    ['the operator ==', SHELL, `export const isOne = (value: number) => value == 1;`, 'eqeqeq'],
  ])('%s', async (_, file, code, rule) => {
    expect(await findingsIn(file, code)).toContain(rule);
  });
});

it('refuses a comment that disables a rule, and applies the rule', async () => {
  const messages = await messagesFor(SHELL, '// eslint-disable-next-line no-console\nconsole.log(1);');
  expect(messages.map(({ message }) => message)).toEqual([
    expect.stringContaining('has no effect'),
    expect.stringContaining('Unexpected console statement'),
  ]);
});

describe('ESLint allows', () => {
  it.each([
    ['the shared packages in a remote', ORDERS, `import '@portal/api';\nimport '@portal/theme';`],
    ['the harness in a test', 'apps/orders/src/remote.test.ts', `import '@portal/harness/testing';`],
    ['imports within an app', ORDERS, `import '../values/dates';`],
    ['the federation runtime in the shell’s loader', RUNTIME, `import '@module-federation/runtime-core';`],
    ['the API’s schemas in the server', SERVER, `import '@portal/api/wire';`],
    ['SQL in a store', STORE, `import 'kysely';\ndatabase.selectFrom('orders');`],
    ['reading the environment in an entry', 'apps/server/src/main.ts', `process.env['PORT'];`],
    ['features of all supported browsers', SHELL, `export const clone = structuredClone(Object.hasOwn);`],
    ['warnings and errors on the embedder’s page', EMBED, `console.error(1);\nconsole.warn(2);`],
    ['the global type of the element', ELEMENT, `declare global {\n  var portal: string;\n}`],
  ])('%s', async (_, file, code) => {
    const findings = await findingsIn(file, code);
    const ours: (string | null)[] = [null, boundary, property, syntax, console_, browsers];
    expect(findings.filter((rule) => ours.includes(rule))).toEqual([]);
  });
});
