import type { Config } from '../../platform/config/config';
import type { RunningSource } from '../order-source';

/** The systems of the company that can get answers. */
export const TARGETS = ['mail', 'webhook', 'erp'] as const;

export type Target = (typeof TARGETS)[number];

/** Where mail with answers goes; undefined: nowhere. */
export const answersEmail = ({ answers, brand }: Pick<Config, 'answers' | 'brand'>): string | undefined =>
  answers.email ?? brand.support.email;

/** Where answers about an order go; nowhere: the portal takes none. */
export type FindTargets = (orderNbr: string) => Promise<readonly Target[]>;

/** The systems that get answers about each order. Only orders that come from an ERP have that as a target. */
export const targetsBy = (
  config: Pick<Config, 'answers' | 'brand'>,
  sources: readonly Pick<RunningSource, 'hasOrder' | 'takeAnswer'>[],
): FindTargets => {
  const forAll: Target[] = [];
  if (answersEmail(config) !== undefined) forAll.push('mail');
  if (config.answers.webhook) forAll.push('webhook');
  const source = sources.find(({ takeAnswer }) => takeAnswer);
  return async (orderNbr) => ((await source?.hasOrder(orderNbr)) ? [...forAll, 'erp'] : forAll);
};
