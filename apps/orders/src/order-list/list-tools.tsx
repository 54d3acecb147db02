import type { ServiceOrder } from '@portal/api';
import { mdiMagnifyClose } from '@mdi/js';
import { Button, StateMessage, Typography, useLocale } from '@portal/theme';
import type { Arrangement } from './arrangement';
import { useI18n } from '../texts';
import { Controls } from './controls';
import { statusFilter, useView } from './view';

/** The entry of a chunk that only a list of many orders loads. */
export { arrange } from './arrangement';
export { SortableHeader } from './sortable-header';

interface ToolsProps {
  /** All orders of the customer. */
  all: readonly ServiceOrder[];
  arrangement: Arrangement;
}

/** Search, filters and sorting, and how many orders they show. */
export const Tools = ({ all, arrangement: { shown, counts } }: ToolsProps) => {
  const i18n = useI18n();
  const [view, change] = useView();
  const number = new Intl.NumberFormat(useLocale()).format;
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
