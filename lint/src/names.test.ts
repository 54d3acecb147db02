import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { rules } from '.';
import { WORKSPACE } from './workspace';

/** Runs without type information, because the linted files do not exist. */
const eslint = new ESLint({
  cwd: WORKSPACE,
  overrideConfigFile: true,
  overrideConfig: [...rules, tseslint.configs.disableTypeChecked],
});

const findingsIn = async (file: string): Promise<(string | null)[]> => {
  const [result] = await eslint.lintText('export const one = 1;\n', { filePath: file });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
};

it.each([
  ['in camel case', 'apps/orders/src/orderList.tsx', 'check-file/filename-naming-convention'],
  ['in capitals', 'packages/api/src/HTTP.ts', 'check-file/filename-naming-convention'],
  ['that is a catch-all', 'apps/orders/src/utils.ts', 'check-file/filename-blocklist'],
  ['that is a catch-all, even of a test', 'apps/orders/src/helpers.test.ts', 'check-file/filename-blocklist'],
  ['in a catch-all folder', 'apps/orders/src/common/date.ts', 'check-file/folder-naming-convention'],
])('refuses a name %s', async (_, file, rule) => {
  expect(await findingsIn(file)).toContain(rule);
});

it.each([
  'apps/orders/src/order-list/order-list.test.tsx',
  'apps/server/src/database/migrations/004-names.ts',
])('accepts %s', async (file) => {
  expect(await findingsIn(file)).toEqual([]);
});
