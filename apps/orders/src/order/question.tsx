import { isCurrent, timeOf, type Asks, type ServiceOrderEvent } from '@portal/api';
import { Ask, Box, Skeleton, Typography } from '@portal/theme';
import { EventBody } from '../events/event-body';
import { excerptOf } from '../events/sanitize';
import { DataBoundary } from '../frame/data-boundary';
import { useI18n } from '../texts';
import { useDateStyle, useNow } from '../values/date-value';
import { formatVisit } from '../values/dates';
import { TextValue } from '../values/text-value';
import { EventLink } from './event-link';
import { Highlight } from './highlight';
import { LazyAnswerForm } from './lazy-answer-form';
import type { LeadProps } from './lead';
import type { Sending } from './sending';
import { isTooLate } from './upcoming';

interface QuestionProps extends LeadProps {
  event: ServiceOrderEvent;
  onSending: (sending: Sending) => void;
}

/** What waits for the customer, with the form for their answer; where the server takes none, with the ways to ask. */
export const Question = ({ order, event, isPartial, onShow, onSending }: QuestionProps) => {
  const i18n = useI18n();
  const { ServiceOrderNbr: number } = order;
  const { asks, body = '', summary, status } = event;
  const ask = <Ask orderNbr={number} />;
  return (
    <Highlight label={i18n.t('Needs your answer')} color="warning">
      <EventLink event={event} onShow={onShow}>
        <Box component="strong" sx={{ fontWeight: 650 }}>
          <TextValue text={summary ?? status} />
        </Box>
      </EventLink>
      {body && (
        <DataBoundary data={body} fallback={null}>
          {(html) => <Words html={html} event={event} onShow={onShow} />}
        </DataBoundary>
      )}
      {asks?.due && <Due time={asks.due} asks={asks} />}
      {isPartial && <Skeleton variant="rounded" width="75%" height={88} />}
      {!isPartial &&
        (asks && number !== undefined ? (
          <LazyAnswerForm
            // Another question, or another wording of it, has choices of its own.
            key={`${asks.id} ${asks.revision}`}
            orderNbr={number}
            asks={asks}
            onSending={onSending}
            fallback={ask}
          />
        ) : (
          ask
        ))}
    </Highlight>
  );
};

interface WordsProps extends Pick<LeadProps, 'onShow'> {
  html: string;
  event: ServiceOrderEvent;
}

/** A short body as it is, with its links; of a long one, and of one with pictures, the first words: the log has the rest. */
const Words = ({ html, event, onShow }: WordsProps) => {
  const i18n = useI18n();
  const excerpt = excerptOf(html);
  if (!excerpt.endsWith('…') && !/<(?:img|table)\b/i.test(html)) return <EventBody html={html} />;
  return (
    <Typography dir="auto">
      <span>{excerpt}</span>{' '}
      <EventLink event={event} onShow={onShow}>
        {i18n.t('Read all')}
      </EventLink>
    </Typography>
  );
};

const Due = ({ time, asks }: { time: string; asks: Asks }) => {
  const i18n = useI18n();
  const now = useNow();
  const style = useDateStyle();
  const text = formatVisit({ created_at: time }, now, style) ?? time;
  if (isTooLate(asks, now, style.timeZone)) return null;
  return (
    <Typography variant="body2" sx={{ fontWeight: 600 }}>
      {timeOf(time) === undefined || isCurrent(time, now, style.timeZone)
        ? i18n.t('Please answer by {time}.', { time: text })
        : i18n.t('We needed your answer by {time}. You can still send it.', { time: text })}
    </Typography>
  );
};
