import { DATA_DIR } from '../portal/directories';
import { wholeJourney } from '../portal/journey';
import { NEXT, nextBuildsIn } from '../portal/next-builds';
import { ALL_APPS, type App } from '../portal/portal-process';
import { versionNumbered } from '../portal/published';
import { expect, test } from '../portal/test';

/** Every choice of the apps that are one version ahead of the others. */
const choices = ALL_APPS.reduce<App[][]>(
  (known, app) => [...known, ...known.map((choice) => [...choice, app])],
  [[]],
);

for (const ahead of choices) {
  const title = ahead.length > 0 ? `${ahead.join(', ')} one version ahead` : 'everything of one age';

  test(`a whole visit with ${title}`, async ({ page, customer }) => {
    const previews = await Promise.all(
      ahead.map(async (app) => `${app}@${await versionNumbered(DATA_DIR, app, NEXT)}`),
    );
    if (previews.length > 0) await page.goto(`/?preview=${previews.join(',')}`);

    await wholeJourney(page, customer);
    expect(new Set(await nextBuildsIn(page))).toEqual(new Set(ahead.map((app) => `${app} ${NEXT}`)));
  });
}
