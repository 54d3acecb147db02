import type { ServiceOrder } from '@portal/api';
import { mdiMagnifyClose } from '@mdi/js';
import { Box, Button, StateMessage, Typography, useLocale } from '@portal/theme';
import { useId, type ReactNode } from 'react';
import type { Arrangement } from './arrangement';
import { Controls } from './controls';
import { GROUPS, statusFilter, useView, type Group } from './view';

/** Everything that a list of many orders needs, and a short one does not: a chunk of its own. */
export { arrange } from './arrangement';
export { SortableHeader } from './sortable-header';

const TEXTS = {
  count: (count: number, text: string) => (count === 1 ? `${text} order` : `${text} orders`),
  countOf: (text: string, all: string) => `${text} of ${all} orders`,
  groups: { open: 'Open orders', done: 'Done orders' },
  groupHeading: (name: string, count: string) => `${name} (${count})`,
  nothing: 'No orders match',
  nothingHint: 'Try fewer words, or show all orders.',
  showAll: 'Show all orders',
};

const useNumber = () => new Intl.NumberFormat(useLocale()).format;

interface ToolsProps {
  /** All orders of the customer. */
  all: readonly ServiceOrder[];
  arrangement: Arrangement;
}

/** Search, filters and sorting, and how many orders they show. */
export const Tools = ({ all, arrangement: { shown, counts } }: ToolsProps) => {
  const [view, change] = useView();
  const number = useNumber();
  return (
    <>
      <Controls view={view} change={change} counts={counts} statuses={statusesOf(all)} />
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
        {shown.length === all.length
          ? TEXTS.count(all.length, number(all.length))
          : TEXTS.countOf(number(shown.length), number(all.length))}
      </Typography>
      {shown.length === 0 && (
        <StateMessage
          icon={mdiMagnifyClose}
          message={TEXTS.nothing}
          explanation={TEXTS.nothingHint}
          action={
            <Button variant="outlined" onClick={() => change({ search: '', filter: '' })}>
              {TEXTS.showAll}
            </Button>
          }
        />
      )}
    </>
  );
};

const statusesOf = (orders: readonly ServiceOrder[]) =>
  [...new Set(orders.flatMap(({ Status }) => (Status === undefined ? [] : [Status])))]
    .sort()
    .map((status) => ({ status, filter: statusFilter(status) }));

interface GroupsProps {
  groups: Record<Group, readonly ServiceOrder[]>;
  children: (name: string, orders: readonly ServiceOrder[]) => ReactNode;
}

/** A list of the open orders, and one of those that are done. */
export const Groups = ({ groups, children }: GroupsProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
    {GROUPS.map((group) => (
      <OrderGroup key={group} group={group} count={groups[group].length}>
        {groups[group].length > 0 && children(TEXTS.groups[group], groups[group])}
      </OrderGroup>
    ))}
  </Box>
);

const OrderGroup = ({ group, count, children }: { group: Group; count: number; children: ReactNode }) => {
  const heading = useId();
  const number = useNumber();
  return (
    <section aria-labelledby={heading}>
      <Typography id={heading} variant="h2" sx={{ mb: 1.5 }}>
        {TEXTS.groupHeading(TEXTS.groups[group], number(count))}
      </Typography>
      {children}
    </section>
  );
};
