import { BELOW_TOP_BAR, Box, OutcomeAlert, visuallyHidden, type Outcome } from '@portal/theme';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../texts';

/** How far the sending of an answer is. `lost`: the question whose answer may have arrived, though no response came. */
export type Sending = 'sending' | (Outcome & { lost?: string | undefined });

/**
 * Where an answer says how sending it ended: outside of its form, which goes with its question. The focus moves there when
 * sending begins, because the pressed button is disabled then.
 */
export const useSending = (onSent: () => void) => {
  const [sending, setSending] = useState<Sending>();
  const place = useRef<HTMLDivElement>(null);
  // The form above may be gone, and what followed it out of sight.
  useEffect(() => {
    if (sending) place.current?.scrollIntoView({ block: 'nearest' });
  }, [sending]);
  const onSending = (changed: Sending): void => {
    if (changed === 'sending') place.current?.focus({ preventScroll: true });
    else if (changed.severity === 'success') onSent();
    setSending(changed);
  };
  return { onSending, state: { sending, place } };
};

interface SendingStateProps {
  state: ReturnType<typeof useSending>['state'];
  /** What the order says about the last answer, and its question. */
  known?: (Outcome & { question: string | undefined }) | undefined;
}

/** The place of `useSending`: that an answer is being sent, and how that ended. */
export const SendingState = ({ state: { sending, place }, known }: SendingStateProps) => {
  const i18n = useI18n();
  const isSending = sending === 'sending';
  const ended = isSending ? undefined : sending;
  const wasLost = ended?.lost !== undefined && ended.lost === known?.question;
  const hasArrived = ended?.severity !== 'error' || wasLost;
  // The order knows more about an answer that was sent.
  const outcome = hasArrived ? (known ?? ended) : ended;
  return (
    <Box ref={place} tabIndex={-1} sx={styles}>
      <span role="status" style={visuallyHidden}>
        {isSending ? i18n.t('Sending…') : ''}
      </span>
      <OutcomeAlert outcome={(!isSending && outcome) || null} />
    </Box>
  );
};

const styles = {
  outline: 'none',
  scrollMarginBlock: BELOW_TOP_BAR,
  // Without words, it takes no room.
  '&:not(:has(.MuiAlert-root))': { position: 'absolute' },
};
