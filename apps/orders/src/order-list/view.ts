import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { COLUMNS } from './columns';

export interface Sort {
  /** The id of a column. */
  by: string;
  isDescending: boolean;
}

/** Search, filter and sort of the list. The address holds all of it. */
export interface View {
  search: string;
  /** One of `GROUPS`, or a status in the spelling of `statusFilter`; empty for all orders. */
  filter: string;
  sort: Sort;
}

const GROUPS = ['open', 'done'] as const;
export type Group = (typeof GROUPS)[number];

/** Spells a status as a filter. A prefix `=` keeps a status apart from a group of the same name. */
export const statusFilter = (status: string): string =>
  status.startsWith('=') || GROUPS.some((group) => group === status) ? `=${status}` : status;

/** The specification's order: newest first. */
const DEFAULT_SORT: Sort = { by: 'updated', isDescending: true };

/** Whether a sort is the specification's. */
export const isDefaultSort = (sort: Sort): boolean => sortName(sort) === sortName(DEFAULT_SORT);

/** `updated`, or `-updated` for a descending order. */
export const sortName = ({ by, isDescending }: Sort): string => (isDescending ? `-${by}` : by);

/** Reads what `sortName` writes; the default sort for an unknown column. */
export const readSort = (name: string | null): Sort => {
  const column = COLUMNS.find(({ id, text }) => text && id === name?.replace(/^-/, ''));
  return column ? { by: column.id, isDescending: name?.startsWith('-') ?? false } : DEFAULT_SORT;
};

/** Reads the view from the parameters of an address. */
export const readView = (address: URLSearchParams): View => ({
  search: address.get('q') ?? '',
  filter: address.get('status') ?? '',
  sort: readSort(address.get('sort')),
});

/** Writes only what differs from the default, and leaves other parameters alone. */
const writeView = ({ search, filter, sort }: View, address: URLSearchParams): URLSearchParams => {
  const written = new URLSearchParams(address);
  const entries = {
    q: search,
    status: filter,
    sort: isDefaultSort(sort) ? '' : sortName(sort),
  };
  for (const [name, value] of Object.entries(entries))
    if (value) written.set(name, value);
    else written.delete(name);
  return written;
};

/** The view of the current address, and a function that changes parts of it. */
export const useView = () => {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => readView(address), [address]);
  const change = (part: Partial<View>) =>
    setAddress((current) => writeView({ ...readView(current), ...part }, current), { replace: true });
  return [view, change] as const;
};
