import { useServiceOrdersAge } from '@portal/api';
import { Typography } from '@portal/theme';
import { useI18n } from '../texts';
import { useDateFormats } from '../values/dates';

/** Says how old the orders are, once it matters. */
export const DataAge = () => {
  const i18n = useI18n();
  const { moment } = useDateFormats();
  const at = useServiceOrdersAge();
  if (at === null) return null;
  return (
    <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
      {i18n.t('As of {time}. Newer changes will follow.', { time: moment(at) ?? at })}
    </Typography>
  );
};
