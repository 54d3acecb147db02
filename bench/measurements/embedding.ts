import { startCompanyPage } from '../company-page';
import { PHONES } from '../customers';
import type { Bench } from '../results';
import { ratio } from '../row';
import { inTurn } from '../samples';
import { signIn } from '../sign-in';
import { openContext, SLOW_4G, visit } from '../visit';

/** First visits of the list of orders on a slow phone: embedded in a company's page, and in the portal's own page. */
export const embedding = async ({ browser, rounds }: Bench) => {
  const { host, portal, stop } = await startCompanyPage('embedding');
  const session = await signIn(portal, PHONES.usual);

  const at = (address: string) => async () => {
    const context = await openContext(browser, portal.url, session);
    const visited = await visit(context, { address, conditions: SLOW_4G });
    await context.close();
    return visited;
  };
  const variants = {
    embedded: at(`${host}/account/service-orders`),
    own: at(`${portal.url}/service-orders`),
  };
  // Warm up: the first responses of server and browser are slower.
  await inTurn(1, variants);
  const { embedded, own } = await inTurn(rounds, variants);
  await stop();
  return {
    rows: [
      ratio('own page', {
        what: 'embedded, until the orders are visible',
        unit: 'ms',
        ours: embedded.map(({ shownMs }) => shownMs),
        baseline: own.map(({ shownMs }) => shownMs),
        goal: { atMost: 1.1 },
      }),
    ],
    data: {
      levels: { embedded: embedded.map(({ levels }) => levels), own: own.map(({ levels }) => levels) },
    },
  };
};
