import { mdiCloudAlertOutline } from '@mdi/js';
import { Box, Button, StateMessage } from '@portal/theme';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { StaleNotice } from './stale-notice';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** The message of the error catalogue (specification section 8) for this call. */
  failure: string;
  /** Stands where the content will. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows an answer, the wait for it or its failure. What was shown stays when asking again fails. */
export const QueryView = <T,>({ query, failure, skeleton, children }: QueryViewProps<T>) => {
  const region = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The button that was pressed goes away: the keyboard's place must not be lost with it.
    region.current?.focus();
    void query.refetch();
  };
  return (
    <Box ref={region} tabIndex={-1} aria-busy={query.isPending} sx={{ outline: 'none' }}>
      {query.isPending && skeleton}
      {query.isLoadingError && <Failure message={failure} onRetry={retry} />}
      {query.isRefetchError && (
        <StaleNotice message={failure} loadedAt={query.dataUpdatedAt} onRetry={retry} />
      )}
      {query.data !== undefined && children(query.data)}
    </Box>
  );
};

const Failure = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <StateMessage
    tone="error"
    icon={mdiCloudAlertOutline}
    message={message}
    explanation="Check your connection. If that is fine, try again in a few minutes."
    action={
      <Button variant="contained" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
