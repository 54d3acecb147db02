import { useDateFormats } from './date-formats';
import { GivenText } from './given-text';

interface GivenDateProps {
  /** ISO 8601; what cannot be read is shown as it was given, since it may tell the customer more than a dash. */
  text: string | undefined;
  /** Whether the time of day matters. */
  as: 'calendarDate' | 'moment';
}

/** A date in the user's locale format; a dash where there is none. */
export const GivenDate = ({ text, as }: GivenDateProps) => {
  const formats = useDateFormats();
  const written = text && formats[as](text);
  return written ? <time dateTime={text}>{written}</time> : <GivenText text={text} />;
};
