import { normalizeTimestamp, type ServiceOrderEvent } from '@portal/api';
import { Box, useBrand, useLocale } from '@portal/theme';
import { useMemo, useSyncExternalStore } from 'react';
import { useI18n } from '../texts';
import {
  formatBriefly,
  formatDay,
  formatMoment,
  formatRelativeDay,
  formatVisit,
  type DateStyle,
} from './dates';
import { Marked, TextValue } from './text-value';

const MINUTE_MS = 60_000;

const everyMinute = (check: () => void): (() => void) => {
  const timer = setInterval(check, MINUTE_MS);
  return () => clearInterval(timer);
};

/** The end of the current minute, so that what was logged in it is past. */
const minuteEnd = (): number => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The current time, to the minute. Renders again with each, so that "yesterday" and the next visit stay true. */
export const useNow = (): Date => {
  const time = useSyncExternalStore(everyMinute, minuteEnd);
  return useMemo(() => new Date(time), [time]);
};

/** How this customer reads dates. */
export const useDateStyle = (): DateStyle => {
  const locale = useLocale();
  const { timeZone } = useBrand();
  const { language } = useI18n();
  return useMemo(() => ({ locale, timeZone, language }), [locale, timeZone, language]);
};

const FORMATS = { day: formatDay, moment: formatMoment, brief: formatBriefly };

interface DateValueProps {
  /** An unreadable text is shown as it is, because it may say more than a dash. */
  text: string | undefined;
  as: keyof typeof FORMATS;
  /** Adds "yesterday" to a date near to today. */
  isRelative?: boolean;
}

/** A date in the user's locale; a dash if it is missing. */
export const DateValue = ({ text, as, isRelative = false }: DateValueProps) => {
  const style = useDateStyle();
  const formatted = text && FORMATS[as](text, style);
  return formatted ? (
    <>
      <time dateTime={normalizeTimestamp(text)}>
        <Marked text={formatted} />
      </time>
      {isRelative && <RelativeDay text={text} />}
    </>
  ) : (
    <TextValue text={text} />
  );
};

/** When a visit takes place, in the user's locale. */
export const Period = ({ event }: { event: ServiceOrderEvent }) => (
  <time dateTime={normalizeTimestamp(event.created_at)}>{formatVisit(event, useNow(), useDateStyle())}</time>
);

/** Not printed: on paper, "yesterday" is soon wrong. */
export const RelativeDay = ({ text = '' }: { text: string | undefined }) => {
  const relative = formatRelativeDay(text, useNow(), useDateStyle());
  return relative ? <Box component="span" sx={{ displayPrint: 'none' }}>{`\u00a0· ${relative}`}</Box> : null;
};
