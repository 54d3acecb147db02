import { mdiRefresh } from '@mdi/js';
import { serviceOrdersOptions } from '@portal/api';
import { Box, CircularProgress, Icon, IconButton, ScreenHeading, Stack, visuallyHidden } from '@portal/theme';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const TEXTS = { refresh: 'Refresh', loading: 'Loading…' };

interface ScreenProps {
  heading: ReactNode;
  /** Whether the content has a title of its own: then the heading is a line above it. */
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
    {children}
  </Stack>
);

/** Paper has no buttons, and an order's has a letterhead. */
const onScreen = { '@media print': { '& :is(a, button), &:has(h1 > span)': { display: 'none' } } };

/** The key of the list, and the prefix of every order's key. */
const { queryKey } = serviceOrdersOptions;

/** Refetches all orders on the screen, and shows while any of them loads. */
const RefreshButton = () => {
  const queryClient = useQueryClient();
  const loading = useIsFetching({ queryKey }) > 0;
  const refresh = () => void queryClient.refetchQueries({ queryKey, type: 'active' });
  return (
    <>
      <IconButton aria-label={TEXTS.refresh} title={TEXTS.refresh} onClick={refresh}>
        {loading ? <CircularProgress size={20} aria-hidden /> : <Icon path={mdiRefresh} />}
      </IconButton>
      <span role="status" style={visuallyHidden}>
        {loading ? TEXTS.loading : ''}
      </span>
    </>
  );
};
