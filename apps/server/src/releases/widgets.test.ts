import type { Widget } from '@portal/contract';
import { useReleases } from '../testing/some-releases';

const ASIDE = { id: 'orders/order.aside@2', props: { orderNbr: 'string', status: 'string' } } as const;

const releases = useReleases();
beforeEach(async () => {
  await releases.release('orders', '1.0.0', { slots: [ASIDE] });
});

const widget = (slot: string = ASIDE.id, more: Partial<Widget> = {}): Widget => ({
  name: 'claim',
  slot,
  height: 120,
  ...more,
});

const offer = (...widgets: Widget[]) => releases.publishVersion('warranty', '1.0.0', { widgets });

it.each([
  [
    widget('orders/order.aside@1'),
    'its widget claim needs the slot orders/order.aside@1, which no live version or canary of orders offers. Use orders/order.aside@2.',
  ],
  [
    widget('invoices/list@1'),
    'its widget claim needs the slot invoices/list@1, which no live version or canary of invoices offers. Release invoices with it first.',
  ],
  [
    widget(ASIDE.id, { when: { kind: 'done' } }),
    'its widget claim appears by kind, which orders/order.aside@2 does not have. Its props: status, orderNbr.',
  ],
])('a widget that no slot can show is refused with the reason', async (refused, reason) => {
  await expect(offer(refused)).rejects.toThrow(`warranty@1.0.0 is refused: ${reason}`);
  expect(await releases.stateOf('warranty')).toBeUndefined();
});

it('a widget is accepted in a slot of a live version, and of a canary', async () => {
  await offer(widget(ASIDE.id, { when: { status: 'Open' } }));
  await releases.publishVersion('orders', '1.1.0', { slots: [ASIDE, { id: 'orders/list@1', props: {} }] });
  await releases.canaryOf('orders', '1.1.0', 10);
  await releases.release('warranty', '1.1.0', { widgets: [widget('orders/list@1')] });
  expect(await releases.stateOf('warranty')).toMatchObject({ live: '1.1.0' });
});

it('foreign slots, widgets in own slots, and names that are there twice are faults of the descriptor', async () => {
  const foreign = { slots: [ASIDE, ASIDE], widgets: [widget(), widget('warranty/a@1')] };
  await expect(releases.publishVersion('warranty', '1.0.0', foreign)).rejects.toThrow(
    `The descriptor of warranty is not valid: /slots/0/id "${ASIDE.id}" does not start with warranty/; ` +
      `/slots/1/id "${ASIDE.id}" does not start with warranty/; ` +
      '/widgets/1/slot "warranty/a@1" is its own: render the component there instead; ' +
      `/slots names ${ASIDE.id} twice; /widgets names claim twice.`,
  );
});

it('a version that drops a slot of live widgets is released with a warning, also by a rollback', async () => {
  await releases.release('orders', '0.9.0');
  await releases.promoteVersion('orders', '1.0.0');
  await offer(widget());
  expect(await releases.publishVersion('orders', '1.1.0')).toMatchObject({ warnings: [] });
  await releases.promoteVersion('warranty', '1.0.0');
  const lacks = (version: string) =>
    `orders@${version} lacks the slot ${ASIDE.id}, so it does not show the widget claim of warranty@1.0.0, which is live.`;
  expect(await releases.promoteVersion('orders', '1.1.0')).toMatchObject({ warnings: [lacks('1.1.0')] });
  expect(await releases.publishVersion('orders', '1.2.0')).toMatchObject({ warnings: [lacks('1.2.0')] });
  expect(await releases.rollback('orders')).toMatchObject({ warnings: [] });
  expect(await releases.rollback('orders')).toMatchObject({ warnings: [lacks('0.9.0')] });
});
