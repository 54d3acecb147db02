import { wholeJourney } from '../support/journey';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import type { App } from '../support/portal-process';
import { expect, test } from '../support/test';

/** Pairwise: any two apps meet with both of this age, both one version ahead, and either one ahead of the other. */
const AHEAD: App[][] = [
  [],
  ['shell', 'login', 'orders'],
  ['shell', 'notification-preferences'],
  ['login', 'notification-preferences'],
  ['orders', 'notification-preferences'],
];

for (const ahead of AHEAD) {
  const title = ahead.length > 0 ? `${ahead.join(', ')} one version ahead` : 'everything of one age';

  test(`a whole visit with ${title}`, async ({ page, customer }) => {
    const previews = ahead.map((app) => `${app}@${NEXT}`).join(',');
    if (previews) await page.goto(`/?preview=${previews}`);

    await wholeJourney(page, customer);
    expect(new Set(await nextBuildsIn(page))).toEqual(new Set(ahead.map((app) => `${app} ${NEXT}`)));
  });
}
