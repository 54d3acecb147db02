import type { VerificationFinding } from '@portal/contract';
import { mockRequests } from './mocked-requests';
import { pathOf, SCREEN_MS, within, type Stage } from './screen';

/** The page of a company, without styles and scripts of its own. On the portal's origin, it needs no EMBED_ORIGINS. */
const HOST_PATH = '/portal-verify';

/** The heading of a screen that has loaded, also in the shadow root of the element. */
const HEADING = '#main:not(:has([aria-busy=true])) h1';

const NOTHING = 'nothing';

/** Opens screens one after the other in one page. @returns the heading of each, by its route */
const visit = async (stage: Stage, routes: readonly string[], start = ''): Promise<Map<string, string>> => {
  const { context, portalUrl, calls } = stage;
  const page = await context.newPage();
  page.setDefaultTimeout(SCREEN_MS);
  const headings = new Map<string, string>();
  try {
    await mockRequests(page, portalUrl, calls);
    const body = `<!doctype html><script src="${portalUrl}/embed.js"></script><customer-portal routing="hash"></customer-portal>`;
    await page.route(portalUrl + HOST_PATH, (route) => route.fulfill({ contentType: 'text/html', body }));
    for (const route of routes) {
      const url = portalUrl + start + pathOf(route, stage);
      if (headings.size === 0) await page.goto(url, { waitUntil: 'commit' });
      else
        await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)});
          dispatchEvent(new PopStateEvent('popstate'));
          new Promise(requestAnimationFrame)`);
      await page.waitForSelector(HEADING).catch(() => undefined);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      // Waits again: a screen can load more after its first requests.
      const heading = await page
        .locator(HEADING)
        .first()
        .textContent()
        .catch(() => null);
      headings.set(route, heading ?? NOTHING);
    }
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
  return headings;
};

/** Opens a screen of the release before and after those of others, and in the element: each must show what it shows first. */
export const checkNeighbors = async (
  stage: Stage,
  own: string,
  others: readonly string[],
): Promise<VerificationFinding[]> => {
  const headings = (routes: readonly string[], start?: string) => {
    const none = new Map<string, string>();
    const visited = visit(stage, routes, start).catch(() => none);
    return within(SCREEN_MS * routes.length, none, visited);
  };
  const [before, after, embedded] = await Promise.all([
    headings([own, ...others]),
    headings([...others, own]),
    headings([own], `${HOST_PATH}#`),
  ]);
  const first = new Map(after).set(own, before.get(own) ?? NOTHING);
  const differs = (where: string, shown: ReadonlyMap<string, string>, routes: readonly string[]) =>
    routes.flatMap((route) => {
      const [now = NOTHING, instead = NOTHING] = [shown.get(route), first.get(route)];
      const problem = `${where}, the screen shows "${now}" instead of "${instead}"`;
      // A screen that shows nothing by itself is no fault of its neighbors.
      return [NOTHING, now].includes(instead) ? [] : [{ check: 'neighbors', route, problem }];
    });
  return [
    ...differs(`after ${own}`, before, others),
    ...differs('after screens of other remotes', after, [own]),
    ...differs("in a company's page", embedded, [own]),
  ];
};
