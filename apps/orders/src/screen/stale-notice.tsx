import { Alert, Button } from '@portal/theme';
import { GivenDate } from '../values/given-date';

interface StaleNoticeProps {
  message: string;
  /** When what is on the screen was loaded, in milliseconds since 1970. */
  loadedAt: number;
  onRetry: () => void;
}

/** Says that a refresh failed, above what was loaded before. */
export const StaleNotice = ({ message, loadedAt, onRetry }: StaleNoticeProps) => (
  <Alert
    severity="warning"
    action={
      <Button color="inherit" onClick={onRetry}>
        Try again
      </Button>
    }
    sx={{ mb: 3, alignItems: 'center' }}
  >
    <div>{message}</div>
    <div>
      You see what was loaded on <GivenDate text={new Date(loadedAt).toISOString()} as="moment" />.
    </div>
  </Alert>
);
