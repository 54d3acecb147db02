import type { VerificationFinding } from '@portal/contract';
import { mockRequests } from './mocked-requests';
import { pathOf, within, type Stage } from './screen';

/** A screen of the portal, and the name of its remote. */
export interface Neighbor {
  remote: string;
  route: string;
}

/** The page of a company, without styles and scripts of its own. On the portal's origin, it needs no EMBED_ORIGINS. */
const HOST_PATH = '/portal-verify';
const hostPage = (portalUrl: string): string =>
  `<!doctype html><script src="${portalUrl}/embed.js"></script><customer-portal routing="hash"></customer-portal>`;

/** Goes to another screen of the page without loading it. */
const GO = `(url) => {
  history.pushState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate'));
  return new Promise(requestAnimationFrame);
}`;

/** The heading of a screen that has loaded, also in the shadow root of the element. */
const HEADING = '#main:not(:has([aria-busy=true])) h1';

const NOTHING = 'nothing';

/** Opens screens one after the other in one page. @returns the heading of each */
const visit = async (stage: Stage, screens: readonly Neighbor[], isEmbedded: boolean): Promise<string[]> => {
  const { context, portalUrl, calls, timeoutMs } = stage;
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  try {
    await mockRequests(page, portalUrl, calls);
    const body = hostPage(portalUrl);
    await page.route(portalUrl + HOST_PATH, (route) => route.fulfill({ contentType: 'text/html', body }));
    const headings: string[] = [];
    for (const { route } of screens) {
      const url = `${portalUrl}${isEmbedded ? `${HOST_PATH}#` : ''}${pathOf(route, stage)}`;
      if (headings.length === 0) await page.goto(url, { waitUntil: 'commit' });
      else await page.evaluate(`(${GO})(${JSON.stringify(url)})`);
      await page.waitForSelector(HEADING).catch(() => undefined);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      const [heading] = await page.locator(HEADING).allTextContents();
      headings.push(heading ?? NOTHING);
    }
    return headings;
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
};

/** Opens a screen of the release before and after those of others, and in the element: each must show what it shows first. */
export const checkNeighbors = async (
  stage: Stage,
  own: Neighbor,
  others: readonly Neighbor[],
): Promise<VerificationFinding[]> => {
  const headings = (screens: readonly Neighbor[], isEmbedded: boolean): Promise<string[]> =>
    within(
      stage.timeoutMs,
      [],
      visit(stage, screens, isEmbedded).catch(() => []),
    );
  const [[ownHeading, ...besideOwn], after, [embedded]] = await Promise.all([
    headings([own, ...others], false),
    headings([...others, own], false),
    headings([own], true),
  ]);
  const differs = ({ remote, route }: Neighbor, where: string, shown = NOTHING, instead = NOTHING) =>
    shown === instead
      ? []
      : [
          {
            check: 'neighbors',
            route,
            problem: `${where}, ${remote} shows "${shown}" instead of "${instead}"`,
          },
        ];
  return [
    ...others.flatMap((other, at) => differs(other, `after ${own.route}`, besideOwn[at], after[at])),
    ...differs(own, 'after screens of other remotes', after[others.length], ownHeading),
    ...differs(own, "in a company's page", embedded, ownHeading),
  ];
};
