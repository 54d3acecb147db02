import { mdiRefresh } from '@mdi/js';
import { serviceOrdersOptions } from '@portal/api';
import { CircularProgress, Icon, IconButton, ScreenHeading, Stack, visuallyHidden } from '@portal/theme';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useI18n } from '../texts';

interface ScreenProps {
  heading: ReactNode;
  /** A link back, above the heading. */
  back?: ReactNode;
  children: ReactNode;
}

/** The frame of every orders screen: heading, Refresh button, content. */
export const Screen = ({ heading, back, children }: ScreenProps) => (
  <Stack spacing={3}>
    <div>
      {back}
      <ScreenHeading action={<RefreshButton />}>{heading}</ScreenHeading>
    </div>
    {children}
  </Stack>
);

/** The key of the list, and the prefix of every order's key. */
const { queryKey } = serviceOrdersOptions;

/** Refetches all orders on the screen, and shows while any of them loads. */
const RefreshButton = () => {
  const i18n = useI18n();
  const queryClient = useQueryClient();
  const loading = useIsFetching({ queryKey }) > 0;
  const refresh = () => void queryClient.refetchQueries({ queryKey, type: 'active' });
  return (
    <>
      <IconButton aria-label={i18n.t('Refresh')} title={i18n.t('Refresh')} onClick={refresh}>
        {loading ? <CircularProgress size={20} aria-hidden /> : <Icon path={mdiRefresh} />}
      </IconButton>
      <span role="status" style={visuallyHidden}>
        {loading ? i18n.t('Loading…') : ''}
      </span>
    </>
  );
};
