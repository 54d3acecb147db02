const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Reads a timestamp of the wire.
 * @param text ISO 8601; anything else counts as unreadable, since `Date` would guess a date even from "Room 7"
 * @returns the moment, or undefined where the text is missing or cannot be read
 */
export const parseTimestamp = (text: string | undefined): Date | undefined => {
  if (text === undefined || !ISO_8601.test(text)) return undefined;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
};
