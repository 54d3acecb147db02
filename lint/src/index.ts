import { globalIgnores, defineConfig } from 'eslint/config';
import { boundaries } from './boundaries';
import { code } from './code';

/** All rules of this workspace. */
export const rules = defineConfig(globalIgnores(['**/dist', '.portal', 'e2e/results']), code, boundaries);
