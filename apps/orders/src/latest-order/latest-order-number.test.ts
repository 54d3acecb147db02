import { latestOrderNumber } from './latest-order-number';

const order = (ServiceOrderNbr: string | undefined, LastModifiedDateTime: string | undefined) => ({
  ServiceOrderNbr,
  LastModifiedDateTime,
  Description: undefined,
  Status: undefined,
  Date: undefined,
  events: [],
});

it('is the number of the order that was modified last', () => {
  const orders = [
    order('1', '2026-03-01T00:00:00Z'),
    order('2', '2026-03-02T00:00:00Z'),
    order('3', undefined),
  ];
  expect(latestOrderNumber(orders)).toBe('2');
});

it('passes over an order that has no number to load it by', () => {
  expect(latestOrderNumber([order(undefined, '2026-03-02T00:00:00Z'), order('1', undefined)])).toBe('1');
});

it('is undefined when no order has a number', () => {
  expect(latestOrderNumber([order(undefined, undefined)])).toBeUndefined();
});
