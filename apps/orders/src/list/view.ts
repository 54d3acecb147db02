import { useSearchParams } from 'react-router-dom';
import { COLUMNS, type Column } from './columns';

/** Search, filters and sort of the list: the parameters of its address. */
export interface View {
  /** The words to search for. */
  q: string;
  /** Which orders: `open`, `done`, `waiting` for the customer, `upcoming`, or empty for all. */
  show: string;
  /** A status as the orders spell it; empty for any. */
  status: string;
  /** The id of a column; `-` before it sorts in descending order. */
  sort: string;
}

/** All orders, newest first (specification section 2). */
export const DEFAULT_VIEW: View = { q: '', show: '', status: '', sort: '-updated' };

/** The column of a sort, and its direction. */
export const readSort = (sort: string): { column: Column | undefined; isDescending: boolean } => ({
  column: COLUMNS.find(({ id, sorts }) => sorts && id === sort.replace(/^-/, '')),
  isDescending: sort.startsWith('-'),
});

/** Reads the view from the parameters of an address. */
export const readView = (address: URLSearchParams): View => {
  const view = { ...DEFAULT_VIEW, ...Object.fromEntries(address) };
  return readSort(view.sort).column ? view : { ...view, sort: DEFAULT_VIEW.sort };
};

/** Writes only what differs from the default, and leaves other parameters alone. */
const writeView = (view: View, address: URLSearchParams): URLSearchParams => {
  const written = new URLSearchParams(address);
  for (const name of ['q', 'show', 'status', 'sort'] as const)
    if (view[name] === DEFAULT_VIEW[name]) written.delete(name);
    else written.set(name, view[name]);
  return written;
};

/** The view of the current address, and a function that changes parts of it. */
export const useView = () => {
  const [address, setAddress] = useSearchParams();
  const change = (part: Partial<View>) =>
    setAddress((current) => writeView({ ...readView(current), ...part }, current), { replace: true });
  return [readView(address), change] as const;
};
