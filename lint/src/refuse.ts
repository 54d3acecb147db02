import type { Linter } from 'eslint';

export type Refusal = { message: string } & ({ selector: string } | { object?: string; property: string });

/** Refuses syntax or properties in these files. A later line for the same rule replaces an earlier one. */
export const refuse = (
  rule: 'no-restricted-syntax' | 'no-restricted-properties',
  files: string[],
  ...refusals: Refusal[]
): Linter.Config => ({ files, rules: { [rule]: ['error', ...refusals] } });
