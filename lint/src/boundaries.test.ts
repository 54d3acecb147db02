import { ESLint } from 'eslint';
import { rules } from '.';
import { WORKSPACE } from './workspace';

/** ESLint as `pnpm check` runs it, so that a boundary that some other line has switched off is found here, too. */
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

const ORDERS = 'apps/orders/src/order-list/order-list.tsx';
const SHELL = 'apps/shell/src/portal.tsx';
const RUNTIME = 'apps/shell/src/federation/runtime.ts';
const EMBED = 'apps/shell/src/element/start-portal.ts';
const ELEMENT = 'apps/shell/src/element/customer-portal-element.ts';
const SERVER = 'apps/server/src/app.ts';
const STORE = 'apps/server/src/orders/order-store.ts';

describe('ESLint refuses', () => {
  it.each([
    ['a remote that imports another remote', ORDERS, `import '../../../login/src/remote';`, boundary],
    ['a remote that imports another remote by its name', ORDERS, `import 'login';`, boundary],
    ['a remote that imports the shell', ORDERS, `import '../../../shell/src/portal';`, boundary],
    [
      'a remote that loads another remote later',
      ORDERS,
      `void import('../../../login/src/remote');`,
      boundary,
    ],
    [
      'a remote that passes on what is another’s',
      ORDERS,
      `export * from '../../../login/src/remote';`,
      boundary,
    ],
    ['a remote that imports the server', ORDERS, `import '../../../server/src/app';`, boundary],
    ['a remote that brings the harness to customers', ORDERS, `import '@portal/harness';`, boundary],
    ['a remote that ships test code', ORDERS, `import '@portal/harness/testing';`, boundary],
    [
      'a remote that touches the federation runtime',
      ORDERS,
      `import '@module-federation/enhanced/runtime';`,
      boundary,
    ],
    ['the shell importing a remote', SHELL, `import '../../orders/src/remote';`, boundary],
    [
      'another file of the shell on the federation runtime',
      SHELL,
      `import '@module-federation/enhanced/runtime';`,
      boundary,
    ],
    ['MUI past the theme', ORDERS, `import '@mui/material/Button';`, boundary],
    ['an import from inside a package', ORDERS, `import '@portal/api/src/http';`, boundary],
    ['a way round the package’s name', ORDERS, `import '../../../../packages/api/src/http';`, boundary],
    [
      'a package that imports an app',
      'packages/api/src/http.ts',
      `import '../../../apps/orders/src/remote';`,
      boundary,
    ],
    [
      'the contract depending on anything',
      'packages/contract/src/descriptor.ts',
      `import '@portal/theme';`,
      boundary,
    ],
    ['the server calling through the browser’s client', SERVER, `import '@portal/api';`, boundary],
    ['the server rendering with the theme', SERVER, `import '@portal/theme';`, boundary],
    ['Kysely outside of a store', SERVER, `import 'kysely';`, boundary],
    ['SQL outside of a store', SERVER, `database.selectFrom('orders');`, property],
    ['the environment read in passing', SERVER, `process.env['PORT'];`, property],
    ['the environment read in a store', STORE, `process.env['PORT'];`, property],
    ['a global of our own', SHELL, `window.portal = {};`, syntax],
    ['a global that is only declared', EMBED, `declare global {\n  var portal: string;\n}`, syntax],
    ['a default export', SHELL, `export default 1;`, syntax],
    ['a cast of a cast', SHELL, `export const one = '1' as unknown as number;`, syntax],
    ['any', SHELL, `export const all: any = 1;`, '@typescript-eslint/no-explicit-any'],
    [
      'a value of any type from outside',
      SHELL,
      `export const all = JSON.parse('{}');`,
      '@typescript-eslint/no-unsafe-assignment',
    ],
    [
      'an assertion that something is there',
      SHELL,
      `document.querySelector('main')!.focus();`,
      '@typescript-eslint/no-non-null-assertion',
    ],
    ['a promise that nobody waits for', SHELL, `fetch('/');`, '@typescript-eslint/no-floating-promises'],
    [
      'a comment that silences the compiler',
      SHELL,
      `// @ts-expect-error because`,
      '@typescript-eslint/ban-ts-comment',
    ],
    ['console in the browser', SHELL, `console.error(1);`, console_],
    ['talk in the console of somebody else’s page', EMBED, `console.log(1);`, console_],
    [
      'a hook behind a condition',
      SHELL,
      `import { useId } from 'react';\nexport const useOne = (on: boolean) => on && useId();`,
      'react-hooks/rules-of-hooks',
    ],
    ['==', SHELL, `export const isOne = (value: number) => value == 1;`, 'eqeqeq'],
  ])('%s', async (_, file, code, rule) => {
    expect(await findingsIn(file, code)).toContain(rule);
  });
});

it('A comment cannot switch a rule off', async () => {
  const messages = await messagesFor(SHELL, '// eslint-disable-next-line no-console\nconsole.log(1);');
  expect(messages.map(({ message }) => message)).toEqual([
    expect.stringContaining('has no effect'),
    expect.stringContaining('Unexpected console statement'),
  ]);
});

describe('ESLint allows', () => {
  it.each([
    ['a remote to import the packages made for it', ORDERS, `import '@portal/api';\nimport '@portal/theme';`],
    [
      'a test to render in the harness',
      'apps/orders/src/remote.test.ts',
      `import '@portal/harness/testing';`,
    ],
    ['a file to import its neighbours', ORDERS, `import '../values/dates';`],
    [
      'the shell’s part that loads remotes to touch the federation runtime',
      RUNTIME,
      `import '@module-federation/runtime-core';`,
    ],
    ['the server to take schemas', SERVER, `import '@portal/api/wire';`],
    ['a store to write SQL', STORE, `import 'kysely';\ndatabase.selectFrom('orders');`],
    ['the start of a process to read the environment', 'apps/server/src/main.ts', `process.env['PORT'];`],
    ['the element to say what its page lacks', EMBED, `console.error(1);\nconsole.warn(2);`],
    ['the element’s type to be the browser’s', ELEMENT, `declare global {\n  var portal: string;\n}`],
  ])('%s', async (_, file, code) => {
    const findings = await findingsIn(file, code);
    const ours: (string | null)[] = [null, boundary, property, syntax, console_];
    expect(findings.filter((rule) => ours.includes(rule))).toEqual([]);
  });
});
