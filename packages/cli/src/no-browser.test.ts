import { testWorkspace } from './testing/workspace';

const workspace = testWorkspace();

/** As in the portal's image, which has no Playwright. */
jest.mock('@portal/verify', () => {
  throw Object.assign(new Error("Cannot find package 'playwright-core'"), { code: 'ERR_MODULE_NOT_FOUND' });
});

it('"portal verify" says where there is a browser', async () => {
  const environment = { PORTAL_URL: 'https://portal.example' };
  expect(await workspace.portalWith(environment, 'verify', 'orders@1.4.0')).toEqual({
    out: '',
    err: 'portal: This installation has no browser: run it where @portal/cli is installed.\n',
    exitCode: 2,
  });
});
