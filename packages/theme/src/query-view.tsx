import { mdiCloudAlertOutline, mdiCloudOffOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useDeferredValue, useRef, type PropsWithChildren, type ReactNode } from 'react';
import { Button } from './components';
import { useI18n } from './language';
import { useLocale } from './portal-theme-provider';
import { StateMessage } from './state-message';
import { Waiting } from './waiting';

/** The part of TanStack Query's `UseQueryResult` that a view needs. */
interface QueryState<T> {
  data: T | undefined;
  /** Milliseconds since the epoch. */
  dataUpdatedAt: number;
  isPending: boolean;
  isLoadingError: boolean;
  isRefetchError: boolean;
  /** `paused`: offline. The request is sent once the network is back. */
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => unknown;
}

interface QueryViewProps<T> {
  query: QueryState<T>;
  /** The message of the error catalog (specification section 8) for this call. */
  failure: string;
  /** Takes the place of the content while it loads. */
  skeleton: ReactNode;
  /** Shows no notice when a refetch fails, for screens that refetch in the background only. */
  silentRefetch?: boolean;
  /** Shown beside "Try again", such as ways to reach the company. */
  help?: ReactNode;
  /** Shows a failure as a line, for a part of a form. */
  isPart?: boolean;
  children: (data: T) => ReactNode;
}

/** Shows the data of a query, its skeleton or its failure. Data stays on the screen when a refetch fails. */
export const QueryView = <T,>({
  query,
  failure,
  skeleton,
  silentRefetch,
  help,
  isPart = false,
  children,
}: QueryViewProps<T>) => {
  const region = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The pressed button disappears; without this, the focus would move to the body.
    region.current?.focus();
    void query.refetch();
  };
  // A deferred value lets React render the data in slices, so that the browser can paint in between.
  const hasArrived = useDeferredValue(query.data !== undefined);
  const data = hasArrived ? query.data : undefined;
  const isWaiting = query.isPending || (query.data !== undefined && !hasArrived);
  return (
    <Box ref={region} tabIndex={-1} aria-busy={isWaiting} sx={{ outline: 'none' }}>
      {isWaiting && (query.fetchStatus === 'paused' ? <Offline /> : <Waiting>{skeleton}</Waiting>)}
      {query.isLoadingError && !isPart && <LoadFailure message={failure} onRetry={retry} help={help} />}
      {query.isLoadingError && isPart && <Notice severity="error" message={failure} onRetry={retry} />}
      {query.isRefetchError && !silentRefetch && (
        <Notice severity="warning" message={failure} onRetry={retry}>
          <LoadedAt time={query.dataUpdatedAt} />
        </Notice>
      )}
      {data !== undefined && children(data)}
    </Box>
  );
};

const Offline = () => {
  const i18n = useI18n();
  return (
    <StateMessage
      icon={mdiCloudOffOutline}
      message={i18n.t('You are offline.')}
      explanation={i18n.t('This page loads as soon as you are online again.')}
    />
  );
};

interface FailureProps {
  message: string;
  onRetry: () => void;
}

const LoadFailure = ({ message, onRetry, help }: FailureProps & { help: ReactNode }) => {
  const i18n = useI18n();
  return (
    <StateMessage
      tone="error"
      icon={mdiCloudAlertOutline}
      message={message}
      explanation={i18n.t('Check your connection. If that is fine, try again in a few minutes.')}
      action={
        <>
          <Button variant="contained" onClick={onRetry}>
            {i18n.t('Try again')}
          </Button>
          {help}
        </>
      }
    />
  );
};

interface NoticeProps extends PropsWithChildren<FailureProps> {
  severity: 'error' | 'warning';
}

const Notice = ({ severity, message, onRetry, children }: NoticeProps) => {
  const i18n = useI18n();
  return (
    <Alert
      severity={severity}
      action={
        <Button color="inherit" onClick={onRetry}>
          {i18n.t('Try again')}
        </Button>
      }
      sx={{ mb: children ? 3 : 0, alignItems: 'center' }}
    >
      <div>{message}</div>
      {children}
    </Alert>
  );
};

/** When data that may be old was loaded. */
const LoadedAt = ({ time }: { time: number }) => {
  const i18n = useI18n();
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <time dateTime={new Date(time).toISOString()}>
      {i18n.t('You’re seeing what was loaded on {time}.', { time: format.format(time) })}
    </time>
  );
};
