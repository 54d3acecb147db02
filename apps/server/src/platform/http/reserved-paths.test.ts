import { routeFault } from '@portal/releases';
import { startTestApp } from '../../testing/test-app';

/** Parses the paths of an app from the tree that Fastify prints: each line continues the path of its parent. */
const pathsOf = (tree: string): string[] => {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, part] = /^(.*?)[├└]── (\S*) \(/.exec(line) ?? [];
    if (indent === undefined || part === undefined) return [];
    parts.splice(indent.length / 4, parts.length, part);
    return [parts.join('')];
  });
};

test('no remote can claim a path that the server answers itself', async () => {
  const portal = await startTestApp({
    ORDERS_WEBHOOK_TOKEN: 'a-token-of-this-test',
  });
  // No route can contain a dot; `*` is the page.
  const paths = pathsOf(portal.app.printRoutes({ commonPrefix: false })).filter((path) =>
    /^\/[\w/-]+$/.test(path),
  );
  expect(paths).toContain('/customer-login/email/verify');
  expect(paths.filter((path) => routeFault(new Map(), 'orders', path) === undefined)).toEqual([]);
  await portal.close();
});
