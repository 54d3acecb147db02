import { hostUrl, screenUrl } from '../support/addresses';
import { expectMenuAtButton } from '../support/menu';
import { wholeJourney } from '../support/journey';
import { embeddedTest, expect, test } from '../support/test';

/** Features that a browser may lack, with scripts that remove them before all other scripts run. */
const FEATURES = {
  'AbortSignal.any': () => void Reflect.deleteProperty(AbortSignal, 'any'),
  'AbortSignal.timeout': () => void Reflect.deleteProperty(AbortSignal, 'timeout'),
  'Object.hasOwn': () => void Reflect.deleteProperty(Object, 'hasOwn'),
  popover: () => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  },
  'the Navigation API': () => void Reflect.deleteProperty(window, 'navigation'),
  'import maps': () => {
    HTMLScriptElement.supports = (type) => type === 'classic' || type === 'module';
    new MutationObserver(() => document.querySelector('script[type=importmap]')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    });
  },
} satisfies Record<string, () => void>;

/** One visit lacks all of them. A removal may hide another's path: `test:features` removes them one by one, too. */
const REMOVALS: [features: string, removals: (() => void)[]][] = [
  ['any of them', Object.values(FEATURES)],
  ...(process.env['EVERY_FEATURE']
    ? Object.entries(FEATURES).map(([feature, remove]): [string, (() => void)[]] => [feature, [remove]])
    : []),
];

const TOO_OLD =
  'This browser is too old: update it, or use a current version of Chrome, Edge, Firefox or Safari.';

/** Hides support for container queries, like Chrome before 105. */
const makeOld = () => {
  CSS.supports = () => false;
};

test.describe('the portal’s own page', () => {
  for (const [features, removals] of REMOVALS)
    test(`works without ${features}`, async ({ page, customer }) => {
      for (const remove of removals) await page.addInitScript(remove);
      await wholeJourney(page, customer);
    });

  test('says that the browser is too old if no shell starts', async ({ page }) => {
    await page.addInitScript(makeOld);
    await page.route('**/shell.js', (route) => route.fulfill({ body: 'syntax of tomorrow' }));
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveText(TOO_OLD);
  });

  test('says that it needs JavaScript when scripts are disabled', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(baseURL ?? '');
    // Locators by text skip the content of `<noscript>`.
    const sentence = page.locator('body > noscript');
    await expect(sentence).toBeVisible();
    expect(await sentence.evaluate(({ textContent }) => textContent)).toContain(
      'This portal needs JavaScript.',
    );
    await expect(page.getByText('Loading...')).toBeHidden();
    await page.close();
  });
});

embeddedTest.describe('the element', () => {
  const place = { page: hostUrl('plain'), screen: (path: string) => screenUrl('plain', 'browser', path) };

  for (const [features, removals] of REMOVALS)
    embeddedTest(`works without ${features}`, async ({ page, customer }) => {
      for (const remove of removals) await page.addInitScript(remove);
      await wholeJourney(page, customer, place);
    });

  // Without popovers, a containing block for `position: fixed` would move a menu. In the oldest browsers, query
  // containers are such blocks.
  for (const name of ['frame-contained', 'transform'])
    embeddedTest(
      `opens its menus at their button without popovers (${name})`,
      async ({ page, customer, signIn }) => {
        await page.addInitScript(FEATURES.popover);
        await signIn(customer.email);
        await page.goto(hostUrl(name, '/account/service-orders'));
        await expectMenuAtButton(page);
      },
    );

  embeddedTest('keeps the site’s own content in a browser that is too old', async ({ page }) => {
    await page.addInitScript(makeOld);
    await page.goto(hostUrl('fallback'));
    await expect(page.locator('customer-portal')).toHaveText('Ring 555-0100');
  });

  embeddedTest('shows the site’s own content below an error message', async ({ page }) => {
    await page.route('**/embed.json*', (route) => route.fulfill({ status: 503 }));
    await page.goto(hostUrl('fallback'));
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByText('Ring 555-0100')).toBeVisible();
  });
});
