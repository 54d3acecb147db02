import { mdiRefresh } from '@mdi/js';
import { serviceOrdersOptions } from '@portal/api';
import { CircularProgress, Icon, IconButton, visuallyHidden } from '@portal/theme';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';

/** The key that the list and every order's detail begin with. */
const { queryKey } = serviceOrdersOptions;

/** Asks anew for all orders on the screen, and tells while anything of them is being loaded. */
export const RefreshButton = () => {
  const queryClient = useQueryClient();
  const loading = useIsFetching({ queryKey }) > 0;
  const refresh = () => void queryClient.refetchQueries({ queryKey, type: 'active' });
  return (
    <>
      <IconButton aria-label="Refresh" title="Refresh" onClick={refresh}>
        {loading ? <CircularProgress size={20} aria-hidden /> : <Icon path={mdiRefresh} />}
      </IconButton>
      <span role="status" style={visuallyHidden}>
        {loading ? 'Loading…' : ''}
      </span>
    </>
  );
};
