import { NEXT, nextBuildsIn } from '../support/next-builds';
import type { App } from '../support/portal-process';
import { wholeJourney } from '../support/journey';
import { expect, test } from '../support/test';

/** Pairwise combinations: any two apps meet in all four combinations of current and next version. */
const AHEAD: App[][] = [
  [],
  ['shell', 'login', 'orders'],
  ['shell', 'notification-preferences'],
  ['login', 'notification-preferences'],
  ['orders', 'notification-preferences'],
];

for (const ahead of AHEAD) {
  const title = ahead.length > 0 ? `${ahead.join(', ')} one version ahead` : 'all apps current';

  test(`a whole visit with ${title}`, async ({ page, customer }) => {
    const previews = ahead.map((app) => `${app}@${NEXT}`).join(',');
    if (previews) await page.goto(`/?preview=${previews}`);

    await wholeJourney(page, customer);
    expect(new Set(await nextBuildsIn(page))).toEqual(new Set(ahead.map((app) => `${app} ${NEXT}`)));
  });
}
