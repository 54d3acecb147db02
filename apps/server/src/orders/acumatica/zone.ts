import { isDate, wallClock } from '@portal/api/wire';
import * as v from 'valibot';
import { timestamp } from '../records/order-record';

const MINUTE_MS = 60_000;
/** Zones differ by quarters of an hour. */
const QUARTER_MINUTES = 15;
const MOST_QUARTERS = (14 * 60) / QUARTER_MINUTES;
/** Polls farther apart do not tell quarters from each other. */
const LONGEST_BETWEEN_MS = 5 * MINUTE_MS;

/** The zone that the ERP writes moments in, as if it were UTC: by name, or in minutes east of UTC. */
export interface Zone {
  timeZone?: string | undefined;
  offsetMinutes: number;
}

export const UTC: Zone = { offsetMinutes: 0 };

/** How many minutes a zone is east of UTC at a moment. */
const offsetAt = (ms: number, timeZone: string): number => {
  const shown = Date.parse(`${wallClock(ms, timeZone).replace(' ', 'T')}Z`);
  return Math.round((shown - ms) / MINUTE_MS);
};

/** A moment or date that the ERP wrote, as it is; undefined if nothing can have it. */
export const fromZone = (text: string | undefined, { timeZone, offsetMinutes }: Zone): string | undefined => {
  const read = v.safeParse(timestamp, text);
  if (!read.success) return undefined;
  const given = read.output;
  if (isDate(given) || (!timeZone && offsetMinutes === 0)) return text;
  const at = (minutes: number, shown = given) => Date.parse(shown) - minutes * MINUTE_MS;
  if (!timeZone) return new Date(at(offsetMinutes)).toISOString();
  // The operator knows the zone, whatever offset the ERP writes.
  const digits = given.replace(/(?:Z|[+-]\d\d:\d\d)$/, 'Z');
  const near = at(offsetAt(Date.parse(digits), timeZone), digits);
  return new Date(at(offsetAt(near, timeZone), digits)).toISOString();
};

/** By how many minutes most changes between two moments of the ERP's clock are ahead of UTC; undefined if none tells. */
const measureOffset = (moments: readonly number[], from: number, to: number): number | undefined => {
  const votes = new Map<number, number>();
  for (const moment of moments) {
    const quarters = Math.round((moment - to) / (QUARTER_MINUTES * MINUTE_MS));
    const corrected = moment - quarters * QUARTER_MINUTES * MINUTE_MS;
    const isBetween = corrected >= from - MINUTE_MS && corrected <= to + MINUTE_MS;
    if (isBetween && Math.abs(quarters) <= MOST_QUARTERS) votes.set(quarters, (votes.get(quarters) ?? 0) + 1);
  }
  const [most] = [...votes].sort(([, one], [, other]) => other - one);
  return most && most[0] * QUARTER_MINUTES;
};

/** Measures the offset with each poll. @returns what two polls in a row say: a single change may have any time */
export const createOffsetMeter = () => {
  let polledAt = 0;
  let last: number | undefined;
  /** @param erpNow by the ERP's clock */
  return (moments: readonly number[], erpNow: number): number | undefined => {
    const isClose = erpNow - polledAt <= LONGEST_BETWEEN_MS;
    const offset = isClose ? measureOffset(moments, polledAt, erpNow) : undefined;
    polledAt = erpNow;
    if (offset === undefined) return undefined;
    const before = last;
    last = offset;
    return offset === before ? offset : undefined;
  };
};

export const describeOffset = (minutes: number): string => {
  const hours = Math.abs(minutes) / 60;
  const unit = hours === 1 ? 'hour' : 'hours';
  return `Its times are ${hours} ${unit} ${minutes > 0 ? 'ahead of' : 'behind'} UTC`;
};
