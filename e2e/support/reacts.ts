import type { Page } from '@playwright/test';

const MARK = 'react-renderer';

/** Has the page count the copies of React DOM that run in it: each introduces itself to React's developer tools. */
export const countReacts = (page: Page): Promise<unknown> =>
  page.addInitScript((mark) => {
    const tools = {
      supportsFiber: true,
      inject: () => performance.mark(mark) && 1,
      onCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    };
    Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: tools });
  }, MARK);

/** How many run in the page as it is now. */
export const reactsIn = (page: Page): Promise<number> =>
  page.evaluate((mark) => performance.getEntriesByName(mark).length, MARK);
