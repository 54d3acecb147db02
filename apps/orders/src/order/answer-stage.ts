import { isUpcoming, type ServiceOrderEvent } from '@portal/api';

/**
 * How far an answer of the customer is, for `i18n.t`; undefined for an event of the company.
 * @param later the events after it
 */
export const answerStage = (
  { answer }: ServiceOrderEvent,
  later: readonly ServiceOrderEvent[],
  now: Date,
  timeZone?: string,
): string | undefined => {
  if (!answer) return undefined;
  const isDecided = later.some((event) => !event.answer && !isUpcoming(event, now, timeZone));
  if (isDecided && answer.question !== undefined) return /*i18n*/ 'Decided';
  return answer.received ? /*i18n*/ 'Received' : /*i18n*/ 'Sent';
};
