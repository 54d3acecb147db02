import { browserLaunchOptions } from '../support/browser';
import { hostUrl, screenUrl } from '../support/host-address';
import { wholeJourney } from '../support/journey';
import { embeddedTest as test } from '../support/test';

const browser = await browserLaunchOptions();

// Chromium with third-party cookies blocked.
test.use({
  launchOptions: { ...browser, args: [...(browser.args ?? []), '--test-third-party-cookie-phaseout'] },
});

test('the whole journey works in a browser that blocks third-party cookies', async ({ page, customer }) => {
  await wholeJourney(page, customer, {
    page: hostUrl('plain'),
    screen: (path) => screenUrl('plain', 'browser', path),
  });
});
