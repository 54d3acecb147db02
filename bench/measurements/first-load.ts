import type { BrowserContext } from '@playwright/test';
import { buildBaseline } from '../baselines/build';
import { FEDERATION, federation, MONOLITH, monolith } from '../baselines/configurations';
import { serveBaseline } from '../baselines/serve';
import { PHONES } from '../customers';
import { amount, inTurn, ratio, type Measurement, type Row } from '../measurement';
import { signIn, startPortal } from '../portal';
import { openContext, SLOW_4G, visit, type Visit } from '../visit';

interface FirstAndSecond {
  cold: Visit;
  warm: Visit;
}

/** The first visit of a browser, and the next one. */
const visitTwice = async (context: BrowserContext, address: string): Promise<FirstAndSecond> => {
  const cold = await visit(context, { address, conditions: SLOW_4G });
  const warm = await visit(context, { address, conditions: SLOW_4G });
  await context.close();
  return { cold, warm };
};

const KB = 1000;

const rowsOf = (samples: Record<'ours' | 'monolith' | 'federation', FirstAndSecond[]>): Row[] => {
  const of = (variant: keyof typeof samples, read: (visits: FirstAndSecond) => number) =>
    samples[variant].map(read);
  const toMonolith = (
    what: string,
    atMost: number,
    unit: Row['unit'],
    read: (visits: FirstAndSecond) => number,
  ) =>
    ratio(MONOLITH, {
      what,
      unit,
      ours: of('ours', read),
      baseline: of('monolith', read),
      goal: { atMost },
    });
  const shown = ({ cold }: FirstAndSecond) => cold.shownMs;
  const scripts = ({ cold }: FirstAndSecond) => cold.scriptBytes / KB;
  return [
    toMonolith('until the orders are visible', 0.81, 'ms', shown),
    ratio(FEDERATION, {
      what: 'until the orders are visible',
      unit: 'ms',
      ours: of('ours', shown),
      baseline: of('federation', shown),
      goal: { atMost: 0.6 },
    }),
    toMonolith('first contentful paint', 0.5, 'ms', ({ cold }) => cold.firstPaintMs),
    toMonolith('first-load script, brotli', 1.12, 'KB', scripts),
    amount({
      what: 'first-load script, brotli',
      unit: 'KB',
      ours: of('ours', scripts),
      goal: { atMost: 219 },
    }),
    amount({
      what: 'levels after the HTML',
      ours: of('ours', ({ cold }) => cold.levels),
      goal: { atMost: 1 },
    }),
    toMonolith('warm visit', 0.8, 'ms', ({ warm }) => warm.shownMs),
  ];
};

/** Cold and warm visits of the list of orders, on a slow phone. */
export const firstLoad: Measurement = async ({ browser, rounds }) => {
  const monolithBuild = await buildBaseline(MONOLITH, monolith);
  const federationBuild = await buildBaseline(FEDERATION, federation);
  const portal = await startPortal('first-load');
  const session = await signIn(portal, PHONES.usual);
  const monolithSite = await serveBaseline(monolithBuild, portal.url);
  const federationSite = await serveBaseline(federationBuild, portal.url);

  const at = (url: string) => async () =>
    visitTwice(await openContext(browser, url, session), `${url}/service-orders`);
  const variants = {
    ours: at(portal.url),
    monolith: at(monolithSite.url),
    federation: at(federationSite.url),
  };
  // Warm up: the first responses of server and browser are slower.
  await inTurn(1, variants);
  const samples = await inTurn(rounds, variants);

  await Promise.all([monolithSite.stop(), federationSite.stop()]);
  await portal.stop();
  return rowsOf(samples);
};
