import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { backEnds } from './gateway/back-ends/part';
import { upstream } from './gateway/upstream/part';
import { handOver } from './identity/hand-over/part';
import { oidc } from './identity/oidc/part';
import type { OpenSignInElsewhere } from './identity/tokens/sign-in-elsewhere';
import { MESSAGE_PARTS } from './messages/parts';
import type { Measures } from './operations/parts';
import { acumatica } from './orders/acumatica/part';
import { answers } from './orders/answers/part';
import type { CustomerCalls, CustomerCallsContext, UndeliveredAnswers } from './orders/customer-calls';
import type { OpenOrderSource, OrderSource, OrderSourceWork } from './orders/order-source';
import type { Config } from './platform/config/config';
import type { Findings } from './platform/config/finding';
import type { RemoteChoices } from './platform/config/remote-choices';
import type { Variables } from './platform/config/variables';
import type { Keys } from './platform/crypto/keys';
import type { Database } from './platform/database/connect';
import type { Outage } from './platform/database/outage';
import type { App, Customers, Routes } from './platform/http/validation';
import { browserReports } from './portal/browser-reports/part';
import { embedding } from './portal/embedding/part';
import type { OpenPage } from './portal/page/pages';
import type { CountPage, EnsureCsrfToken } from './portal/page/routes';
import type { Releases } from './portal/releases/releases';
import type { Visits } from './portal/releases/visits';

/** A check of `portal doctor`. */
interface Check {
  title: string;
  /** @param known what the check of the database found */
  run: (known: Findings) => Promise<Findings>;
}

/** Another server that answers the calls. */
interface Upstream {
  routes: Routes<object>;
  /** For `/readyz`. */
  state: () => Promise<object>;
}

/** The calls of remotes, beside those of the portal. */
interface RemoteCalls {
  routes: Routes<object>;
  /** The remotes that a visitor does not have. Absent: all visitors have the same. */
  absentFor?: ((request: FastifyRequest) => Promise<readonly string[]>) | undefined;
}

interface RemoteCallsContext {
  config: Config;
  keys: Keys;
  choices: RemoteChoices | undefined;
  log: FastifyBaseLogger;
  /** Absent with an upstream, which alone knows them. */
  customers: Customers | undefined;
}

/** The pages of the portal, for what belongs to them. */
interface PagesContext {
  app: App;
  config: Config;
  releases: Releases;
  visits: Visits;
  outage: Outage;
  openPage: OpenPage;
  ensureCsrfToken: EnsureCsrfToken;
  onCounted: Measures['countLoad'] | undefined;
}

/** What a part of the portal may bring beyond its core. */
interface Part {
  name: string;
  /** The variables that turn it on. */
  variables?: Variables;
  signIn?: OpenSignInElsewhere;
  orderSource?: OpenOrderSource;
  orderSourceWork?: OrderSourceWork;
  /** Calls of signed-in customers; `app` is for background work. */
  customerCalls?: (app: App, context: CustomerCallsContext) => CustomerCalls;
  /** Answers the calls in place of the portal; undefined if it is not configured. */
  calls?: (config: Config) => Upstream | undefined;
  remoteCalls?: (context: RemoteCallsContext) => RemoteCalls;
  /** Routes for the portal's pages, also in pages of other sites. */
  pages?: (context: PagesContext) => { routes: Routes<object>; countPage?: CountPage };
  /** The check of what is configured; undefined if nothing is. */
  check?: (config: Config) => Check | undefined;
  /** What the portal's own rows say about it, for the same check. */
  checkRows?: (database: Database) => Promise<Findings>;
  undeliveredAnswers?: (database: Database) => UndeliveredAnswers;
}

/** The parts of the portal: without its line and its folder, the portal works without that part. */
export const PARTS: readonly Part[] = [
  oidc,
  handOver,
  acumatica,
  answers,
  upstream,
  backEnds,
  embedding,
  browserReports,
  ...MESSAGE_PARTS,
];

/** Opens the systems that orders come from. @throws ConfigError */
export const openOrderSources = async (config: Config): Promise<readonly OrderSource[]> => {
  const openers = PARTS.flatMap(({ orderSource }) => orderSource ?? []);
  const opened = await Promise.all(openers.map((open) => open(config)));
  return opened.filter((source) => source !== undefined);
};

/** What operators ask of the system that orders come from; undefined without a part for one. */
export const orderSourceWork = (): OrderSourceWork | undefined =>
  PARTS.find((part) => part.orderSourceWork)?.orderSourceWork;

/** What has not reached the company; undefined without the part that takes answers. */
export const undeliveredAnswers = (database: Database): UndeliveredAnswers | undefined =>
  PARTS.find((part) => part.undeliveredAnswers)?.undeliveredAnswers?.(database);
