import type { ReactNode } from 'react';
import type { Operator } from './operator-work';
import type { Outcome } from './page-frame';

/** How an action ended: in words, or with a file to download. */
export type ActionResult =
  (Outcome & { /** The contact to show from now on. */ contact?: string }) | { file: object };

/** A page of the operator. */
export interface OperatorPage {
  path: string;
  name: string;
  /** @param contact the customer that the operator has found */
  show: (contact?: string) => Promise<ReactNode>;
  /** What its forms do, by the name of the work. They get the filled fields. */
  actions: Record<string, (given: Record<string, string>, operator: Operator) => Promise<ActionResult>>;
}
