import type { PortalEvent } from 'embed/contract';
import { completeEvents } from './portal-events';

it('reports a screen once, by its route', () => {
  const events: PortalEvent[] = [];
  const emit = completeEvents((event) => void events.push(event));
  const list = { type: 'navigate', title: 'Orders', route: '/service-orders' } as const;
  const shown = { type: 'event', name: 'screen-shown', route: '/service-orders' };
  const visits: PortalEvent[] = [
    { ...list, path: '/service-orders' },
    { ...list, path: '/service-orders' },
    { ...list, path: '/service-orders?q=boiler' },
    { type: 'navigate', title: 'Orders are not available', path: '/service-orders', route: undefined },
    { ...list, path: '/service-orders#top' },
    { type: 'event', name: 'code-requested' },
  ];
  visits.forEach(emit);
  expect(events).toEqual([
    { type: 'ready' },
    visits[0],
    shown,
    visits[2],
    visits[3],
    { type: 'event', name: 'error-shown' },
    visits[4],
    shown,
    visits[5],
  ]);
});
