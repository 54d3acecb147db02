import type { Trust } from '@portal/releases';
import type { Audit } from '../audit/audit';
import type { Config } from '../config/config';
import { releaseWork } from './release-work';

/** The operator, and the audit log that records what they do in their name. */
export interface Operator {
  who: string;
  audit: Audit;
}

/** What the operator sees and changes of the releases. Parameters are parsed, and changes audited. */
export const operatorReleases = (config: Config, trust: Trust) => {
  const work = releaseWork(config, trust);
  const by = ({ who, audit }: Operator) => ({ caller: { who, operator: true, names: [], verbs: [] }, audit });
  return {
    status: () => work['releases/status'].run(),
    show: (given: object) => work['releases/show'].run(given),
    promote: (given: object, operator: Operator) => work['releases/promote'].run(given, by(operator)),
    canary: (given: object, operator: Operator) => work['releases/canary'].run(given, by(operator)),
    stopCanary: (given: object, operator: Operator) =>
      work['releases/canary'].run({ ...given, stop: true }, by(operator)),
    rollback: (given: object, operator: Operator) => work['releases/rollback'].run(given, by(operator)),
  };
};

export type OperatorReleases = ReturnType<typeof operatorReleases>;
