import * as v from 'valibot';
import { unwrap } from './unwrap';

const readText = (field: unknown): string | undefined => {
  const value = unwrap(field);
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
};

/**
 * A field that is shown as text. An ERP pads keys with spaces, sends numbers for numbers and `{}` for nothing:
 * none of that may cost the customer the whole screen, so what is no text counts as missing.
 */
export const textField = v.pipe(v.optional(v.unknown()), v.transform(readText));
