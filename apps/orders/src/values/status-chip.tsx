import { Chip } from '@portal/theme';
import { Missing } from './missing';
import { statusColor } from './status-color';

/** An order's status in its colour; a dash where there is none. */
export const StatusChip = ({ status }: { status: string | undefined }) =>
  status === undefined ? (
    <Missing />
  ) : (
    <Chip size="small" color={statusColor(status)} label={<bdi>{status}</bdi>} sx={{ maxWidth: '100%' }} />
  );
