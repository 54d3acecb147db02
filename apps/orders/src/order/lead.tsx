import { isUpcoming, timeOf, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import type { I18n } from '@portal/texts';
import { Box, Skeleton, Typography, useBrand } from '@portal/theme';
import { useI18n } from '../texts';
import { DateValue, useNow } from '../values/date-value';
import { Separator, TextValue } from '../values/text-value';
import { EventLink } from './event-link';
import { NextVisit } from './next-visit';
import { Question } from './question';
import { SendingState, useSending } from './sending';
import { upcomingOf } from './upcoming';

/** A sentence for each status, in lower case. The operator's own come before them. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['open', /*i18n*/ 'We have your order and will get in touch about a date.'],
  ['on hold', /*i18n*/ 'Your order is on hold. We’ll let you know when work continues.'],
  ['hold', /*i18n*/ 'Your order is on hold. We’ll let you know when work continues.'],
  ['in process', /*i18n*/ 'We are working on your order.'],
  ['completed', /*i18n*/ 'Done. Nothing more to do.'],
  ['invoiced', /*i18n*/ 'The work is done and has been invoiced.'],
  ['closed', /*i18n*/ 'This order is closed. Nothing more to do.'],
  ['canceled', /*i18n*/ 'This order was canceled.'],
  ['cancelled', /*i18n*/ 'This order was canceled.'],
]);

export interface LeadProps {
  order: ServiceOrder;
  /** Whether it is from the list, which lacks the bodies of events, and most events. */
  isPartial: boolean;
  /** Shows an event in the log. */
  onShow: (event: ServiceOrderEvent) => void;
}

/** What a customer opens an order for: what waits for them, when somebody comes, or how it stands; then the latest event. */
export const Lead = ({ order, isPartial, onShow }: LeadProps) => {
  const i18n = useI18n();
  const now = useNow();
  const { statusTexts = {}, timeZone } = useBrand();
  const { waiting, next } = upcomingOf(order, now, timeZone);
  const latest = order.events.find((event) => timeOf(event.created_at) && !isUpcoming(event, now, timeZone));
  const own = latest?.answer?.isOfOther ? undefined : latest?.answer;
  const { onSending, ...state } = useSending();
  const { asks: sent, outcome } = state.sending ?? {};
  const isSent = sent !== undefined && sent.id === waiting?.asks?.id;
  // The order still has its question until it is loaded again.
  const isOpen = waiting && !(isSent && outcome?.severity === 'success');
  const form = isOpen && (
    <Question
      key="question"
      order={order}
      event={waiting}
      isPartial={isPartial}
      onShow={onShow}
      onSending={onSending}
    />
  );
  const sending = <SendingState key="sending" state={state} known={own && stateOf(own, i18n)} />;
  const status = order.Status?.toLowerCase() ?? '';
  const sentence = SENTENCES.get(status);
  const text = new Map(Object.entries(statusTexts)).get(status) ?? (sentence && i18n.t(sentence));
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2 }}>
      {/* Below the form that was sent; before the next question, and before a changed one. */}
      {isSent && sent.revision === waiting?.asks?.revision ? [form, sending] : [sending, form]}
      {next && <NextVisit order={order} event={next} />}
      {/* An answer may have been the date that the sentence promises. */}
      {!waiting && !next && latest?.answer?.question === undefined && text && (
        <Typography sx={{ fontWeight: 650, textWrap: 'pretty' }}>{text}</Typography>
      )}
      {isPartial && <Skeleton width="60%" />}
      {!isPartial && latest && latest !== waiting && (
        <Typography sx={{ textWrap: 'pretty' }}>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {i18n.t('Latest')}
          </Typography>{' '}
          <EventLink event={latest} onShow={onShow}>
            {latest.summary && (
              <>
                <Box component="strong" sx={{ fontWeight: 650 }}>
                  <TextValue text={latest.summary} />
                </Box>
                <Separator />
              </>
            )}
            <DateValue text={latest.created_at} as="day" isRelative />
            {latest.created_by && (
              <>
                <Separator />
                <TextValue text={latest.created_by} translate="no" />
              </>
            )}
          </EventLink>
        </Typography>
      )}
    </Box>
  );
};

/** How far the customer's own answer is, as long as nothing of the company follows it. */
const stateOf = ({ question, received }: NonNullable<ServiceOrderEvent['answer']>, i18n: I18n) => {
  const answer = received ? i18n.t('We have received your answer.') : i18n.t('Your answer has been sent.');
  const message = received ? i18n.t('We have received your message.') : i18n.t('Your message has been sent.');
  return { severity: 'success' as const, text: question === undefined ? message : answer, question };
};
