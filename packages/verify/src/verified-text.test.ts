import { verifiedText } from './verified-text';
import type { Verified } from './verify-release';

const passed: Verified = {
  name: 'orders',
  version: '1.1.0-abcdef12',
  at: '2026-03-04T12:00:00.000Z',
  passed: true,
  portal: 'https://portal.example',
  shell: '1.0.3-12345678',
  screens: [
    { route: '/', title: 'Latest Service Order', shownAfterMs: 412 },
    { route: '/service-orders', title: 'My Service Orders', shownAfterMs: 388 },
  ],
  problems: [],
  warnings: [],
};

it('lists the verified screens', () => {
  expect(verifiedText(passed)).toBe(`orders@1.1.0-abcdef12 in shell 1.0.3-12345678 of https://portal.example

✓ / is "Latest Service Order", after 412 ms
✓ /service-orders is "My Service Orders", after 388 ms

orders@1.1.0-abcdef12 can go live`);
});

it('prints a problem of several screens only once, and marks warnings', () => {
  const shape = { check: 'shape', problem: 'its module has the wrong shape' };
  const text = verifiedText({
    ...passed,
    passed: false,
    problems: [
      { check: 'title', problem: 'it has none' },
      { ...shape, route: '/' },
      { ...shape, route: '/service-orders' },
    ],
    warnings: [{ check: 'calls', route: '/', problem: 'GET /visits was answered with 404' }],
  });
  expect(text).toContain(`✗ title: it has none
✗ shape: its module has the wrong shape
  at /, /service-orders
! calls: GET /visits was answered with 404
  at /

orders@1.1.0-abcdef12 fails: 2 problems`);
  expect(text).not.toContain('✓');
});
