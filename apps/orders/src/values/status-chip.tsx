import { statusColor } from './status-color';
import { WordChip } from './word-chip';

/** An order's status in its colour; a dash where there is none. */
export const StatusChip = ({ status }: { status: string | undefined }) => (
  <WordChip word={status} color={statusColor(status)} />
);
