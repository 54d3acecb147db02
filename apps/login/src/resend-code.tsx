import { Button } from '@portal/theme';
import { useCountdown } from './use-countdown';

interface ResendCodeProps {
  /** When the next code may be asked for, in milliseconds since the epoch. */
  dueAt: number;
  pending: boolean;
  disabled: boolean;
  onResend: () => void;
}

/** Sends the code again, once the server accepts to. */
export const ResendCode = ({ dueAt, pending, disabled, onResend }: ResendCodeProps) => {
  const seconds = useCountdown(dueAt);
  return (
    <Button
      fullWidth
      loading={pending}
      aria-busy={pending}
      disabled={disabled || seconds > 0}
      onClick={onResend}
      // A count-down is there to be read, other than what is merely disabled.
      sx={{ fontVariantNumeric: 'tabular-nums', '&.Mui-disabled': { color: 'text.secondary' } }}
    >
      {seconds > 0 ? `Send the code again in ${seconds} s` : 'Send the code again'}
    </Button>
  );
};
