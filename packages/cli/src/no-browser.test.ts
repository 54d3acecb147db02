import { testWorkspace } from './testing/workspace';

const workspace = testWorkspace();

/** As in the portal's image, which has no Playwright. */
jest.mock('@portal/verify', () => {
  throw Object.assign(new Error("Cannot find package 'playwright-core'"), { code: 'ERR_MODULE_NOT_FOUND' });
});

it.each(['verify orders@1.4.0', 'publish orders --verify'])(
  '"portal %s" says where there is a browser',
  async (command) => {
    const environment = { PORTAL_URL: 'https://portal.example' };
    expect(await workspace.portalWith(environment, ...command.split(' '))).toEqual({
      out: '',
      err: 'portal: This installation has no browser: run it where @portal/cli is installed.\n',
      exitCode: 2,
    });
    await expect(workspace.releaseOf('orders')).rejects.toThrow('ENOENT');
  },
);
