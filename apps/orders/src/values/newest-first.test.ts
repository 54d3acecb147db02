import { newestFirst } from './newest-first';

interface Item {
  name: string;
  at?: string;
}

const sorted = (items: Item[]) => newestFirst(items, ({ at }) => at).map(({ name }) => name);

it('compares moments, not texts', () => {
  expect(
    sorted([
      { name: 'first', at: '2026-03-05T09:00:00+00:00' },
      { name: 'second', at: '2026-03-05T09:30:00+02:00' },
      { name: 'last', at: '2026-03-05T08:00:00-05:00' },
    ]),
  ).toEqual(['last', 'first', 'second']);
});

it('puts what has no readable time last, in the order given', () => {
  expect(
    sorted([
      { name: 'none' },
      { name: 'unreadable', at: 'soon' },
      { name: 'old', at: '1999-01-01T00:00:00Z' },
      { name: 'empty', at: '' },
    ]),
  ).toEqual(['old', 'none', 'unreadable', 'empty']);
});

it('keeps the order of equals', () => {
  const at = '2026-03-05T09:00:00Z';
  expect(sorted(['a', 'b', 'c', 'd'].map((name) => ({ name, at })))).toEqual(['a', 'b', 'c', 'd']);
});

it('leaves the given array alone', () => {
  const items = [{ at: '2026-01-01' }, { at: '2026-01-02' }];
  newestFirst(items, ({ at }) => at);
  expect(items).toEqual([{ at: '2026-01-01' }, { at: '2026-01-02' }]);
});
