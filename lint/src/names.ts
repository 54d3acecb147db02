import type { Linter } from 'eslint';
import checkFile from 'eslint-plugin-check-file';

/** Allows a digit first: migrations start with their number. */
const KEBAB_CASE = '+([a-z0-9])*(-+([a-z0-9]))';
const DRAWERS = '{utils,helpers,common,misc}';

/** Files and folders are named after their content, in kebab-case. */
export const names: Linter.Config[] = [
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'check-file': checkFile },
    rules: {
      'check-file/filename-naming-convention': [
        'error',
        { '**/*': KEBAB_CASE },
        { ignoreMiddleExtensions: true },
      ],
      'check-file/folder-naming-convention': ['error', { '**/': `!${DRAWERS}` }],
      'check-file/filename-blocklist': ['error', { [`**/${DRAWERS}.*`]: '*what-it-is-about.ts' }],
    },
  },
];
