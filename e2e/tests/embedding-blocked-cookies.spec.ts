import { browserLaunchOptions } from '../support/browser';
import { embeddedJourney } from '../support/embedded-journey';
import { test } from '../support/embedded-test';
import { hostUrl, screenUrl } from '../support/host-address';

const browser = await browserLaunchOptions();

// Chromium with third-party cookies blocked.
test.use({
  launchOptions: { ...browser, args: [...(browser.args ?? []), '--test-third-party-cookie-phaseout'] },
});

test('the whole journey works in a browser that blocks third-party cookies', async ({ page, customer }) => {
  await embeddedJourney(page, customer, {
    page: hostUrl('plain'),
    screen: (path) => screenUrl('plain', 'browser', path),
  });
});
