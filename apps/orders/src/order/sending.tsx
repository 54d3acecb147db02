import type { Asks } from '@portal/api';
import { BELOW_TOP_BAR, Box, OutcomeAlert, visuallyHidden, type Outcome } from '@portal/theme';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../texts';

/** The sending of an answer. */
export interface Sending {
  /** The question as it read; undefined for a message. */
  asks: Asks | undefined;
  /** How it ended; undefined while it goes on. */
  outcome?: Outcome;
  /** Whether the server took no answer. Otherwise, it may have one, though no response came. */
  isRefused?: boolean;
}

/**
 * Where an answer says how sending it ended: outside of its form, which goes with its question. The focus moves there when
 * sending begins, because the pressed button is disabled then.
 */
export const useSending = () => {
  const [sending, onSending] = useState<Sending>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form above may be gone, and what followed it out of sight.
    if (sending?.outcome) place.current?.scrollIntoView({ block: 'nearest' });
    else if (sending) place.current?.focus({ preventScroll: true });
  }, [sending]);
  return { sending, onSending, place };
};

interface SendingStateProps {
  state: Pick<ReturnType<typeof useSending>, 'sending' | 'place'>;
  /** What the order says about the last answer, and its question. */
  known?: (Outcome & { question: string | undefined }) | undefined;
}

/** The place of `useSending`: that an answer is being sent, and how that ended. */
export const SendingState = ({ state: { sending, place }, known }: SendingStateProps) => {
  const i18n = useI18n();
  const isKnown = known?.question !== undefined && known.question === sending?.asks?.id && !sending.isRefused;
  // The order knows more about an answer that was sent.
  const outcome = !sending || (sending.outcome && isKnown) ? known : sending.outcome;
  return (
    <Box ref={place} tabIndex={-1} sx={styles}>
      <span role="status" style={visuallyHidden}>
        {sending && !sending.outcome ? i18n.t('Sending…') : ''}
      </span>
      <OutcomeAlert outcome={outcome ?? null} />
    </Box>
  );
};

const styles = {
  outline: 'none',
  scrollMarginBlock: BELOW_TOP_BAR,
  // Without words, it takes no room.
  '&:not(:has(.MuiAlert-root))': { position: 'absolute' },
};
