import type { ImportRow } from './import-row';
import type { Path, Problem } from './problem';

interface Entry {
  /** What must stand in a file once only, in words. */
  name: string;
  path: Path;
}

const entriesOf = ({ path, customer }: ImportRow): Entry[] => [
  ...(customer.email ? [{ name: `the e-mail address ${customer.email}`, path: [...path, 'email'] }] : []),
  ...(customer.phone ? [{ name: `the phone number ${customer.phone}`, path: [...path, 'phone'] }] : []),
  ...customer.orders.map(({ ServiceOrderNbr }, index) => ({
    name: `order ${ServiceOrderNbr}`,
    path: [...path, 'orders', index, 'ServiceOrderNbr'],
  })),
];

/** Finds e-mail addresses, phone numbers and order numbers that stand in the file more than once. */
export const findRepetitions = (rows: readonly ImportRow[]): Problem[] => {
  const first = new Map<string, Path>();
  return rows.flatMap(entriesOf).flatMap(({ name, path }) => {
    const earlier = first.get(name);
    if (!earlier) first.set(name, path);
    return earlier ? [{ path, reason: `${name} stands in the file twice`, earlier }] : [];
  });
};
