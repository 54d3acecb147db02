import { useServiceOrdersAge } from '@portal/api';
import { Typography } from '@portal/theme';
import { useI18n } from '../texts';
import { useDateStyle } from '../values/date-value';
import { formatMoment } from '../values/dates';

/** Says how old the orders are, once it matters. */
export const DataAge = () => {
  const i18n = useI18n();
  const style = useDateStyle();
  const at = useServiceOrdersAge();
  if (at === null) return null;
  return (
    <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
      {i18n.t('As of {time}. Newer changes will follow.', { time: formatMoment(at, style) ?? at })}
    </Typography>
  );
};
