import { globalIgnores, defineConfig } from 'eslint/config';
import { boundaries } from './boundaries';
import { code } from './code';
import { names } from './names';

/** All rules of this workspace. */
export const rules = defineConfig(
  globalIgnores(['**/dist', '.portal', 'e2e/results']),
  code,
  names,
  boundaries,
);
