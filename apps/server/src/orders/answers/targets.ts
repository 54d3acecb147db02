import type { Config } from '../../platform/config/config';
import type { RunningSource } from '../order-source';

/** The systems of the company that can get answers. */
export const TARGETS = ['mail', 'webhook', 'erp'] as const;

export type Target = (typeof TARGETS)[number];

/** Where mail with answers goes; undefined: nowhere. */
export const answersEmail = ({ answers, brand }: Pick<Config, 'answers' | 'brand'>): string | undefined =>
  answers.email ?? brand.support.email;

/** A system that gets an answer, and the order's record there. */
export interface Destination {
  target: Target;
  record?: string;
}

/** Where answers about an order go; nowhere: the portal takes none. */
export type FindTargets = (orderNbr: string) => Promise<readonly Destination[]>;

/** The systems that get answers about each order. Only orders that come from an ERP have that as a target. */
export const targetsBy = (
  config: Pick<Config, 'answers' | 'brand'>,
  sources: readonly Pick<RunningSource, 'recordOf' | 'takeAnswer'>[],
): FindTargets => {
  const forAll: Destination[] = [];
  if (answersEmail(config) !== undefined) forAll.push({ target: 'mail' });
  if (config.answers.webhook) forAll.push({ target: 'webhook' });
  const source = sources.find(({ takeAnswer }) => takeAnswer);
  return async (orderNbr) => {
    const record = await source?.recordOf(orderNbr);
    return record === undefined ? forAll : [...forAll, { target: 'erp', record }];
  };
};
