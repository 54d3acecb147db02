import { Button } from '@portal/theme';
import { useEffect, useState } from 'react';
import { useI18n } from './texts';

interface ResendCodeProps {
  /** When the server accepts the next request, in milliseconds since the epoch. */
  dueAt: number;
  pending: boolean;
  disabled: boolean;
  onResend: () => void;
}

/** Counts down to the next request, then sends another code. */
export const ResendCode = ({ dueAt, pending, disabled, onResend }: ResendCodeProps) => {
  const i18n = useI18n();
  const seconds = useCountdown(dueAt);
  return (
    <Button
      fullWidth
      loading={pending}
      aria-busy={pending}
      disabled={disabled || seconds > 0}
      onClick={onResend}
      // MUI's color of disabled text is too pale to read the countdown.
      sx={{ fontVariantNumeric: 'tabular-nums', '&.Mui-disabled': { color: 'text.secondary' } }}
    >
      {seconds > 0
        ? i18n.t('Send the code again in {seconds} s', { seconds })
        : i18n.t('Send the code again')}
    </Button>
  );
};

const SECOND_MS = 1000;

/** The whole seconds left by the system clock, which is right after the tab was suspended, too. */
const useCountdown = (dueAt: number): number => {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((dueAt - now) / SECOND_MS));
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);

  return left;
};
