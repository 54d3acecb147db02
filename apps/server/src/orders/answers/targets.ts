import type { Config } from '../../platform/config/config';
import type { RunningSource } from '../order-source';

/** The systems of the company that can get answers. */
export const TARGETS = ['mail', 'webhook', 'erp'] as const;

export type Target = (typeof TARGETS)[number];

/** Where mail with answers goes; undefined: nowhere. */
export const answersEmail = ({ answers, brand }: Pick<Config, 'answers' | 'brand'>): string | undefined =>
  answers.email ?? brand.support.email;

/** Where each answer goes. Without any target, the portal takes no answers. */
export const targetsOf = (
  config: Pick<Config, 'answers' | 'brand'>,
  sources: readonly RunningSource[],
): readonly Target[] => [
  ...(answersEmail(config) ? (['mail'] as const) : []),
  ...(config.answers.webhook ? (['webhook'] as const) : []),
  ...(sources.some(({ takeAnswer }) => takeAnswer) ? (['erp'] as const) : []),
];
