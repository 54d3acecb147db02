import { http } from '@portal/api';
import { Typography } from '@portal/theme';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../texts';
import { useDateFormats } from '../values/dates';

/** When the orders were last as in the company's ERP: sent if that is more than an hour ago. */
const HEADER = 'portal-orders-of';

let ordersOf: string | undefined;
const listeners = new Set<() => void>();

http.interceptors.response.use((response) => {
  if (response.config.url?.startsWith('/serviceOrder/')) {
    const header: unknown = response.headers[HEADER];
    ordersOf = typeof header === 'string' ? header : undefined;
    for (const listener of listeners) listener();
  }
  return response;
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says how old the orders are, once it matters. */
export const DataAge = () => {
  const i18n = useI18n();
  const { moment } = useDateFormats();
  const at = useSyncExternalStore(subscribe, () => ordersOf);
  if (at === undefined) return null;
  return (
    <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
      {i18n.t('As of {time}. Newer changes will follow.', { time: moment(at) ?? at })}
    </Typography>
  );
};
