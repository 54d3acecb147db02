import { isUpcoming, type ServiceOrderEvent } from '@portal/api';

/**
 * How far an answer of the customer is, for `i18n.t`, and whether a question has one; undefined for other events.
 * @param later the events after it
 */
export const answerStage = (
  { answer, asks }: ServiceOrderEvent,
  later: readonly ServiceOrderEvent[],
  now: Date,
  timeZone?: string,
): string | undefined => {
  if (asks?.answered) return /*i18n*/ 'Answered';
  if (!answer) return undefined;
  const isDecided = later.some((event) => !event.answer && !isUpcoming(event, now, timeZone));
  if (isDecided && answer.question !== undefined) return /*i18n*/ 'Decided';
  return answer.received ? /*i18n*/ 'Received' : /*i18n*/ 'Sent';
};
