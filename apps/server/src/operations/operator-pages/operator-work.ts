import type { FastifyRequest } from 'fastify';
import { releaseCalls, type ReleaseCall } from '@portal/releases';
import type { Audit } from '../../platform/audit/audit';
import type { WorkContext } from '../commands/support';
import { operatorsWork } from '../commands/work';
import type { OperatorWork } from '../operations-server';
import type { OperatorRole } from '../../platform/database/schema';
import { makeReleaseCall, operatorNamed } from '../../portal/releases/release-calls';
import { mayDo, roleFailure } from './roles';

/** The operator, and the audit log that records what they do in their name. */
export interface Operator {
  who: string;
  role: OperatorRole;
  audit: Audit;
}

type OperatorCall = (given: object, operator: Operator) => Promise<object>;

/** By name. */
export type OperatorCalls = Record<string, OperatorCall>;

/** Who sent a request, with an audit log that names them. */
export const operatorOf = (
  request: FastifyRequest,
  { who, role }: Pick<Operator, 'who' | 'role'>,
): Operator => ({ who, role, audit: (event) => request.audit({ ...event, who }) });

/** What work needs, of the portal that the pages are part of. */
export const contextOf = ({ config, database, keys }: OperatorWork): WorkContext => ({
  ...{ config, database, keys: async () => keys },
});

const allCalls = (work: OperatorWork) => {
  const { config, keys, context, choices, examine } = work;
  const releases = { context, config, key: async () => keys.previews };
  const calls: OperatorCalls = examine
    ? { doctor: async () => ({ findings: await examine(config, { choices }) }) }
    : {};
  for (const call of Object.keys(releaseCalls) as ReleaseCall[])
    // Builds come through the port of the customers, or from the machine of the portal.
    if (call !== 'publish')
      calls[`releases/${call}`] = (given, { who, audit }) =>
        makeReleaseCall(call, given, { caller: operatorNamed(who), audit }, releases);
  // Another server has the customers.
  if (config.apiUpstream) return calls;
  for (const [name, run] of Object.entries(operatorsWork))
    calls[name] = (given, { audit }) => run(contextOf(work), given, audit);
  return calls;
};

/** What the operator does, by the names of calls. Each parses what it is given, and audits what it changes. @throws Failure 403 for a role that may not */
export const operatorCalls = (work: OperatorWork): OperatorCalls => {
  const allowed = Object.entries(allCalls(work)).map(([name, run]): [string, OperatorCall] => [
    name,
    async (given, operator) => {
      if (mayDo(operator.role, name)) return run(given, operator);
      operator.audit({ event: 'operator', outcome: 'refused', work: name });
      throw roleFailure(operator.role, name);
    },
  ]);
  return Object.fromEntries(allowed);
};
