import { oidc } from './identity/oidc/part';
import { handOver } from './identity/hand-over/part';
import type { OpenSignInElsewhere } from './identity/tokens/sign-in-elsewhere';
import { MESSAGE_PARTS } from './messages/parts';
import { acumatica } from './orders/acumatica/part';
import type { OpenOrderSource, OrderSource } from './orders/order-source';
import type { Config } from './platform/config/config';
import type { Findings } from './platform/config/finding';
import type { Variables } from './platform/config/variables';
import type { Database } from './platform/database/connect';

/** A check of `portal doctor`. */
interface Check {
  title: string;
  run: () => Promise<Findings>;
}

/** What a part of the portal may bring beyond its core. */
interface Part {
  name: string;
  /** The variables that turn it on. */
  variables?: Variables;
  signIn?: OpenSignInElsewhere;
  orderSource?: OpenOrderSource;
  /** The check of what is configured; undefined if nothing is. */
  check?: (config: Config) => Check | undefined;
  /** What the portal's own rows say about it, for the same check. */
  checkRows?: (database: Database) => Promise<Findings>;
}

/** The parts of the portal: without its line and its folder, the portal works without that part. */
export const PARTS: readonly Part[] = [
  oidc,
  handOver,
  acumatica,
  ...MESSAGE_PARTS,
];

/** Opens the systems that orders come from. @throws ConfigError */
export const openOrderSources = async (config: Config): Promise<readonly OrderSource[]> => {
  const openers = PARTS.flatMap(({ orderSource }) => orderSource ?? []);
  const opened = await Promise.all(openers.map((open) => open(config)));
  return opened.filter((source) => source !== undefined);
};
