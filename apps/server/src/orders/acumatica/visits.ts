import { textOf, textsOf, type Entity } from './entity';
import { wordFor, type Mapping } from './mapping';
import { fromZone, type Zone } from './zone';

const NOT_STARTED = 'Not Started';

type VisitMapping = NonNullable<Mapping['visit']>;

/** A moment, whose date and time are fields of their own; without a time, the day. */
const momentIn = (entity: Entity, dateField: string, timeField: string, zone: Zone): string | undefined => {
  const [day] = (textOf(entity, dateField) ?? '').split('T');
  const [, time] = (textOf(entity, timeField) ?? '').split('T');
  return fromZone(day && time ? `${day}T${time}` : day, zone);
};

/** An appointment as an event of its order. @returns undefined if nobody comes, or customers do not see its status */
export const visitOf = (
  entity: Entity,
  { statuses, ...fields }: VisitMapping,
  zone: Zone,
): Record<string, string | undefined> | undefined => {
  const isConfirmed = textOf(entity, fields.confirmed) === 'true';
  const status = textOf(entity, fields.status);
  const unconfirmed = wordFor(status, statuses);
  // In the language of the user, it is known by the word that customers read.
  const isNotStarted =
    status === NOT_STARTED || (unconfirmed !== null && unconfirmed === wordFor(NOT_STARTED, statuses));
  const word = isConfirmed && isNotStarted ? wordFor('Confirmed', statuses) : unconfirmed;
  const start = momentIn(entity, fields.start_date, fields.start_time, zone);
  if (word === null || start === undefined) return undefined;
  return {
    summary: textOf(entity, fields.summary),
    created_by: fields.created_by && (textsOf(entity, fields.created_by).join(', ') || undefined),
    created_at: start,
    ends_at: momentIn(entity, fields.end_date, fields.end_time, zone),
    status: word,
  };
};
