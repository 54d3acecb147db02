import { readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { browsers } from './browsers.js';
import { LEVELS } from './levels.js';

/**
 * The rules of this workspace that oxlint lacks; .oxlintrc.json says where they apply. JavaScript, because oxlint loads
 * TypeScript only from Node 22.18 on.
 */

const APPS = readdirSync(resolve(import.meta.dirname, '../../apps'));

/** Imports that need permission: parts of the workspace, and libraries that few parts may import. */
const GUARDED = new RegExp(`^(@portal|@mui|@module-federation|kysely|${APPS.join('|')})(/|$)`);

/** The part of the workspace with this path, such as `apps/orders` or `webpack`; undefined for files at the root. */
const partOf = (path) => /^(?:(?:apps|packages|tools)\/)?[^/]+(?=\/)/.exec(path)?.[0];

/** The target that an import needs permission for, if any: a guarded name, or the path of a file in another part. */
const guardedTarget = ({ filename, cwd }, source) => {
  if (!source.startsWith('.')) return GUARDED.test(source) ? source : undefined;
  const target = relative(cwd, resolve(dirname(filename), source));
  return partOf(target) === partOf(relative(cwd, filename)) ? undefined : target;
};

const isAllowed = (target, mayImport) =>
  mayImport.some((entry) =>
    entry.endsWith('/*') ? target.startsWith(entry.slice(0, -1)) : target === entry,
  );

/** Visits the source of each import, export from, and `import()`. */
const onImport = (visit) => {
  const check = ({ source }) => {
    if (typeof source?.value === 'string') visit(source);
  };
  return {
    ImportDeclaration: check,
    ExportAllDeclaration: check,
    ExportNamedDeclaration: check,
    ImportExpression: check,
  };
};

/**
 * Refuses imports, exports and `import()` across boundaries without permission.
 * Option: exact names (`@portal/api`), or a prefix (`@mui/*`).
 */
const boundaries = {
  meta: {
    messages: {
      crossed: "'{{target}}' crosses this file's boundary. Allowed here: {{allowed}} (.oxlintrc.json).",
    },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create: (context) => {
    const [mayImport] = context.options;
    return onImport((source) => {
      const target = guardedTarget(context, source.value);
      if (target === undefined || isAllowed(target, mayImport)) return;
      const allowed = mayImport.join(', ') || 'nothing of the workspace';
      context.report({ node: source, messageId: 'crossed', data: { target, allowed } });
    });
  },
};

/** Where a file is: the longest listed folder that it is in, and the number of its level; undefined if none is listed. */
const placeOf = (path, root, levels) => {
  const folders = levels.flat().filter((folder) => path.startsWith(`${root}/${folder}/`));
  const [folder] = folders.sort((one, other) => other.length - one.length);
  return folder && { folder, level: levels.findIndex((level) => level.includes(folder)) };
};

/** Refuses imports from another folder of the same level, or of one above: tools/lint/levels.js. */
const levels = {
  meta: { messages: { above: "'{{folder}}' is not below this folder (tools/lint/levels.js)." } },
  create: (context) => {
    const { cwd, filename } = context;
    return onImport((source) => {
      if (!source.value.startsWith('.')) return;
      const imported = relative(cwd, resolve(dirname(filename), source.value));
      for (const [root, list] of Object.entries(LEVELS)) {
        const own = placeOf(relative(cwd, filename), root, list);
        const target = placeOf(imported, root, list);
        if (own && target && target.folder !== own.folder && target.level >= own.level)
          context.report({ node: source, messageId: 'above', data: target });
      }
    });
  },
};

const noDoubleCasts = {
  meta: { messages: { double: 'Double casts prove nothing. Parse the value where it enters.' } },
  create: (context) => ({
    TSAsExpression: (node) => {
      if (node.expression.type === 'TSAsExpression') context.report({ node, messageId: 'double' });
    },
  }),
};

const noOwnGlobals = {
  meta: { messages: { global: 'Define no globals: pass the value on.' } },
  create: (context) => {
    const report = (node) => context.report({ node, messageId: 'global' });
    return {
      TSGlobalDeclaration: report,
      TSModuleDeclaration: (node) => {
        if (node.kind === 'global') report(node);
      },
      AssignmentExpression: (node) => {
        const { left } = node;
        if (left.type === 'MemberExpression' && ['window', 'globalThis'].includes(left.object.name))
          report(node);
      },
    };
  },
};

export default {
  meta: { name: 'portal' },
  rules: {
    boundaries,
    browsers,
    levels,
    'no-double-casts': noDoubleCasts,
    'no-own-globals': noOwnGlobals,
  },
};
