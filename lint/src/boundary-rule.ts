import type { Rule } from 'eslint';
import { APPS, reachBeyond } from './workspace';

/** Imports that need permission: parts of the workspace, and libraries that few parts may import. */
const guarded = new RegExp(`^(@portal|@mui|@module-federation|kysely|${APPS.join('|')})(/|$)`);

/** The target that an import needs permission for, if any. */
const guardedTarget = (file: string, source: string) => {
  if (source.startsWith('.')) return reachBeyond(file, source);
  return guarded.test(source) ? source : undefined;
};

const isAllowed = (target: string, mayImport: string[]) =>
  mayImport.some((entry) =>
    entry.endsWith('/*') ? target.startsWith(entry.slice(0, -1)) : target === entry,
  );

/**
 * Refuses imports, exports and `import()` across boundaries without permission.
 * Option: exact names (`@portal/api`), or a prefix (`@mui/*`).
 */
export const boundaryRule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: {
      crossed:
        "'{{target}}' crosses this file's boundary. Allowed here: {{allowed}} (lint/src/boundaries.ts).",
    },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create: (context) => {
    // The schema guarantees the type.
    const [mayImport] = context.options as [string[]];
    const check = (node: Rule.Node, source: unknown) => {
      const target = typeof source === 'string' ? guardedTarget(context.filename, source) : undefined;
      if (target === undefined || isAllowed(target, mayImport)) return;
      const allowed = mayImport.join(', ') || 'nothing of the workspace';
      context.report({ node, messageId: 'crossed', data: { target, allowed } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ImportExpression: (node) => check(node, node.source.type === 'Literal' && node.source.value),
    };
  },
};
