import type { ServiceOrder } from '@portal/api';
import { mdiMagnifyClose } from '@mdi/js';
import { Box, Button, StateMessage, Typography, useLocale } from '@portal/theme';
import { useId, type ReactNode } from 'react';
import type { Arrangement } from './arrangement';
import { useI18n } from '../texts';
import { Controls } from './controls';
import { GROUPS, statusFilter, useView, type Group } from './view';

/** The entry of a chunk that only a list of many orders loads. */
export { arrange } from './arrangement';
export { SortableHeader } from './sortable-header';

const GROUP_NAMES = { open: /*i18n*/ 'Open orders', done: /*i18n*/ 'Done orders' };

const useNumber = () => new Intl.NumberFormat(useLocale()).format;

interface ToolsProps {
  /** All orders of the customer. */
  all: readonly ServiceOrder[];
  arrangement: Arrangement;
}

/** Search, filters and sorting, and how many orders they show. */
export const Tools = ({ all, arrangement: { shown, counts } }: ToolsProps) => {
  const i18n = useI18n();
  const [view, change] = useView();
  const number = useNumber();
  return (
    <>
      <Controls view={view} change={change} counts={counts} statuses={statusesOf(all)} />
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
        {shown.length === all.length
          ? i18n.t('{count, plural, one {# order} other {# orders}}', { count: all.length })
          : i18n.t('{shown} of {all} orders', { shown: number(shown.length), all: number(all.length) })}
      </Typography>
      {shown.length === 0 && (
        <StateMessage
          icon={mdiMagnifyClose}
          message={i18n.t('No orders match')}
          explanation={i18n.t('Try fewer words, or show all orders.')}
          action={
            <Button variant="outlined" onClick={() => change({ search: '', filter: '' })}>
              {i18n.t('Show all orders')}
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
export const Groups = ({ groups, children }: GroupsProps) => {
  const i18n = useI18n();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      {GROUPS.map((group) => (
        <OrderGroup key={group} group={group} count={groups[group].length}>
          {groups[group].length > 0 && children(i18n.t(GROUP_NAMES[group]), groups[group])}
        </OrderGroup>
      ))}
    </Box>
  );
};

const OrderGroup = ({ group, count, children }: { group: Group; count: number; children: ReactNode }) => {
  const i18n = useI18n();
  const heading = useId();
  const number = useNumber();
  return (
    <section aria-labelledby={heading}>
      <Typography id={heading} variant="h2" sx={{ mb: 1.5 }}>
        {`${i18n.t(GROUP_NAMES[group])} (${number(count)})`}
      </Typography>
      {children}
    </section>
  );
};
