import type { Config } from '../config';

/** Whether it is in the quiet hours; they may span midnight. Without quiet hours, never. */
export const isQuiet = (hours: Config['sms']['quietHours'], now: Date): boolean => {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const read = (unit: 'hour' | 'minute') => Number(clock.find(({ type }) => type === unit)?.value);
  const minutes = read('hour') * 60 + read('minute');
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
};
