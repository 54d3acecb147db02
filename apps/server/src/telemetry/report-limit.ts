import { LRUCache } from 'lru-cache';
import { Failure } from '../http/failure';

const ONE_MINUTE = 60;
/** An office behind one address opens many pages; each sends a handful of reports. */
const PER_MINUTE = 600;
/** How many networks are remembered. */
const REMEMBERED = 10_000;

/** Refuses reports of a network that sends too many; in memory, because a lost report harms nobody. */
export const createReportLimit = () => {
  const counts = new LRUCache<string, { reports: number }>({ max: REMEMBERED, ttl: ONE_MINUTE * 1000 });
  return (network: string): void => {
    const count = counts.get(network) ?? { reports: 0 };
    if (count.reports === 0) counts.set(network, count);
    count.reports += 1;
    if (count.reports > PER_MINUTE) throw new Failure(429, 'Too many reports. Wait a minute.', ONE_MINUTE);
  };
};
