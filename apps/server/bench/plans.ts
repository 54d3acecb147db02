import * as v from 'valibot';
import { databaseOn } from '../src/platform/database/connect';
import type { Connections } from '../src/platform/database/dialect';
import { postgresPool } from '../src/platform/database/postgres';

/** How PostgreSQL executed a statement. */
interface Plan {
  nodes: string[];
  indexes: string[];
  /** Tables that it read sequentially, as a whole. */
  scans: string[];
  /** Pages of 8 kB that it looked at. */
  pages: number;
  ms: number;
}

/** The last plan of a statement, with the number of executions, their total time, and the most pages. */
interface Executed extends Plan {
  times: number;
  totalMs: number;
}

export type Plans = Map<string, Executed>;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string | undefined;
  'Relation Name'?: string | undefined;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[] | undefined;
}

const planNode: v.GenericSchema<PlanNode> = v.object({
  'Node Type': v.string(),
  'Index Name': v.optional(v.string()),
  'Relation Name': v.optional(v.string()),
  'Shared Hit Blocks': v.number(),
  'Shared Read Blocks': v.number(),
  Plans: v.optional(v.array(v.lazy(() => planNode))),
});

const explained = v.tuple([
  v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: planNode, 'Execution Time': v.number() })]) }),
]);

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const distinct = (names: readonly (string | undefined)[]) =>
  [...new Set(names.filter((name) => name !== undefined))].sort();

const planOf = (rows: unknown): Plan => {
  const [{ 'QUERY PLAN': plans }] = v.parse(explained, rows);
  const [{ Plan: root, 'Execution Time': ms }] = plans;
  const nodes = nodesOf(root);
  return {
    nodes: nodes.map((node) => node['Node Type']),
    indexes: distinct(nodes.map((node) => node['Index Name'])),
    scans: distinct(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
    ),
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    ms,
  };
};

const isTransaction = /^(begin|commit|rollback)/;
const isExplainable = /^(select|insert|update|delete|with) /;

/** Executes every statement twice: under EXPLAIN ANALYZE, which is rolled back, then for its result. */
const explaining = (pool: Connections, record: (statement: string, plan: Plan) => void): Connections => ({
  end: () => pool.end(),
  connect: async () => {
    const session = await pool.connect();
    let isOpen = false;
    const explain = async (statement: string, parameters: unknown[]) => {
      await session.query(isOpen ? 'savepoint explained' : 'begin', []);
      const { rows } = await session.query(
        `explain (analyze, buffers, format json) ${statement}`,
        parameters,
      );
      await session.query(isOpen ? 'rollback to explained' : 'rollback', []);
      record(statement, planOf(rows));
    };
    return {
      release: (isBroken) => session.release(isBroken),
      query: async (statement, parameters) => {
        if (isTransaction.test(statement)) isOpen = statement.startsWith('begin');
        else if (isExplainable.test(statement.trim())) await explain(statement.trim(), parameters);
        return session.query(statement, parameters);
      },
    };
  },
});

/** Opens a database that records the plan of each statement. The first plan on a connection also reads catalogs. */
export const openExplaining = (databaseUrl: string) => {
  const plans: Plans = new Map();
  const pool = postgresPool({ databaseUrl, isPatient: true });
  const record = (statement: string, plan: Plan) => {
    const { times, totalMs, pages } = plans.get(statement) ?? { times: 0, totalMs: 0, pages: 0 };
    plans.set(statement, {
      ...plan,
      pages: Math.max(pages, plan.pages),
      times: times + 1,
      totalMs: totalMs + plan.ms,
    });
  };
  const database = databaseOn(explaining(pool, record));
  return { database, plans, close: () => database.destroy() };
};
