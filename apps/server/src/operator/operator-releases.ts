import { releaseCalls, type Outcome, type Releases } from '@portal/releases';
import * as v from 'valibot';
import type { Audit } from '../audit/audit';
import type { Config } from '../config/config';
import type { Keys } from '../config/keys';
import type { ReleaseContext } from '../releases/changes';
import { databaseReleases } from '../releases/database-releases';

/** The operator, and the audit log that records what they do in their name. */
export interface Operator {
  who: string;
  audit: Audit;
}

/** What the operator sees and changes of the releases. Parameters are parsed, and changes audited. */
export const operatorReleases = (
  context: ReleaseContext,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  keys: Pick<Keys, 'previews'>,
) => {
  const releasesOf = (who: string) =>
    databaseReleases(context, { who, baseUrl, key: async () => keys.previews });
  const { status, show } = releasesOf('operator');

  const change =
    <Schema extends v.GenericSchema>(
      verb: string,
      schema: Schema,
      run: (releases: Releases, given: v.InferOutput<Schema>) => Promise<Outcome>,
    ) =>
    async (given: object, { who, audit }: Operator): Promise<Outcome> => {
      const outcome = await run(releasesOf(who), v.parse(schema, given));
      const { name: remote, changed } = outcome;
      if (changed) audit({ event: 'operator', outcome: 'done', work: `releases/${verb}`, remote });
      return outcome;
    };

  const canary = change('canary', releaseCalls.canary, (releases, given) => releases.canary(given));

  return {
    status,
    show: (given: object) => show(v.parse(releaseCalls.show, given)),
    promote: change('promote', releaseCalls.promote, (releases, given) => releases.promote(given)),
    canary,
    stopCanary: (given: object, operator: Operator) => canary({ ...given, stop: true }, operator),
    rollback: change('rollback', releaseCalls.rollback, (releases, given) => releases.rollback(given)),
  };
};

export type OperatorReleases = ReturnType<typeof operatorReleases>;
