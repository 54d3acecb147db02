import { hostUrl, screenUrl } from '../support/addresses';
import { browserLaunchOptions } from '../support/browser';
import { wholeJourney } from '../support/journey';
import { embeddedTest as test } from '../support/test';

const browser = await browserLaunchOptions();

// Chromium with third-party cookies blocked: another browser, and therefore a file of its own.
test.use({
  launchOptions: { ...browser, args: [...(browser.args ?? []), '--test-third-party-cookie-phaseout'] },
});

test('the whole journey works in a browser that blocks third-party cookies', async ({ page, customer }) => {
  const screen = (path: string) => screenUrl('plain', 'browser', path);
  await wholeJourney(page, customer, { page: hostUrl('plain'), screen });
});
