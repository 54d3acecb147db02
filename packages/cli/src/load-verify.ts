import { UsageError } from './failure';

/**
 * Loads Playwright and axe, only when they are used.
 * @throws UsageError where they are not installed: the portal's image has no browser either
 */
export const loadVerify = () =>
  import('@portal/verify').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new UsageError('This installation has no browser: run it where @portal/cli is installed.');
    throw error;
  });
