import { BELOW_TOP_BAR, Box, OutcomeAlert, visuallyHidden, type Outcome } from '@portal/theme';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../texts';

/** How far the sending of an answer is; null before it begins. */
export type Sending = 'sending' | Outcome | null;

/**
 * Where an answer says how sending it ended: outside of its form, which goes with its question. The focus moves there when
 * sending begins, because the pressed button is disabled then.
 */
export const useSending = () => {
  const [sending, setSending] = useState<Sending>(null);
  const place = useRef<HTMLDivElement>(null);
  // The form above may be gone, and what followed it out of sight.
  useEffect(() => {
    if (sending !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [sending]);
  const onOutcome = (changed: Sending): void => {
    if (changed === 'sending') place.current?.focus({ preventScroll: true });
    setSending(changed);
  };
  return { sending, onOutcome, place };
};

interface SendingStateProps extends Pick<ReturnType<typeof useSending>, 'sending' | 'place'> {
  /** What the order says about the last answer. */
  otherwise?: Outcome | undefined;
}

export const SendingState = ({ sending, place, otherwise }: SendingStateProps) => {
  const i18n = useI18n();
  const isSending = sending === 'sending';
  const hasSucceeded = !isSending && sending?.severity === 'success';
  const outcome = hasSucceeded ? (otherwise ?? sending) : (sending ?? otherwise ?? null);
  return (
    <Box ref={place} tabIndex={-1} sx={styles}>
      <span role="status" style={visuallyHidden}>
        {isSending ? i18n.t('Sending…') : ''}
      </span>
      <OutcomeAlert outcome={outcome === 'sending' ? null : outcome} />
    </Box>
  );
};

const styles = {
  outline: 'none',
  scrollMarginBlock: BELOW_TOP_BAR,
  // Without words, it takes no room.
  '&:not(:has(.MuiAlert-root))': { position: 'absolute' },
};
