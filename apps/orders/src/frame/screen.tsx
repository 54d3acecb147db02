import { mdiRefresh } from '@mdi/js';
import { serviceOrdersOptions, useServiceOrdersAge } from '@portal/api';
import {
  Box,
  CircularProgress,
  Icon,
  IconButton,
  ScreenHeading,
  Stack,
  Typography,
  visuallyHidden,
} from '@portal/theme';
import { useIsFetching, useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useI18n } from '../texts';
import { useDateStyle } from '../values/date-value';
import { formatMoment } from '../values/dates';

interface ScreenProps {
  heading: ReactNode;
  /** Shows the heading as a small line, for content that has a title of its own. */
  isQuiet?: boolean;
  /** Links back, above the heading. */
  back?: ReactNode;
  children: ReactNode;
}

/** The frame of every orders screen: heading, Refresh button, content. */
export const Screen = ({ heading, isQuiet = false, back, children }: ScreenProps) => (
  <Stack spacing={isQuiet ? 1 : 3}>
    <Box sx={onScreen}>
      {back}
      <ScreenHeading action={<RefreshButton />}>
        {isQuiet ? (
          <Box component="span" sx={{ typography: 'h3', color: 'text.secondary' }}>
            {heading}
          </Box>
        ) : (
          heading
        )}
      </ScreenHeading>
    </Box>
    <DataAge />
    {children}
  </Stack>
);

const HIDDEN = { display: 'none' };

/** Prints no links and buttons, and no heading of an order, which has a letterhead. */
const onScreen = { '@media print': { '& :is(a, button)': HIDDEN, '&:has(h1 > span)': HIDDEN } };

/** Says how old the orders are, once it matters. */
const DataAge = () => {
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

/** The key of the list, and the prefix of every order's key. */
const { queryKey } = serviceOrdersOptions;

/** Whether a query has no data yet. */
const isFirst = ({ state }: Query): boolean => state.data === undefined;

/** Refetches all orders. Screen readers announce loading only after a press, and for the first response. */
const RefreshButton = () => {
  const i18n = useI18n();
  const name = i18n.t('Refresh');
  const queryClient = useQueryClient();
  const isLoading = useIsFetching({ queryKey }) > 0;
  const isFirstLoading = useIsFetching({ queryKey, predicate: isFirst }) > 0;
  const { mutate: refresh, isPending: isRefreshing } = useMutation({
    mutationFn: () => queryClient.refetchQueries({ queryKey, type: 'active' }),
  });
  return (
    <>
      <IconButton aria-label={name} title={name} onClick={() => refresh()}>
        {isLoading ? <CircularProgress size={20} aria-hidden /> : <Icon path={mdiRefresh} />}
      </IconButton>
      <span role="status" style={visuallyHidden}>
        {isRefreshing || isFirstLoading ? i18n.t('Loading…') : ''}
      </span>
    </>
  );
};
