import * as v from 'valibot';

/** A field on the wire: wrapped in `{ value }`, plain, `{}`, null or absent. */
export type Wrapped<T> = { value?: T | null | undefined } | T | null | undefined;

/** Reads a field in any of its spellings (specification section 3); undefined when it is empty. */
export const unwrap = (field: unknown): unknown => {
  const value =
    typeof field === 'object' && field !== null ? ('value' in field ? field.value : undefined) : field;
  return value ?? undefined;
};

const readText = (field: unknown): string | undefined => {
  const value = unwrap(field);
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
};

/** A field shown as text. A value that is not text counts as missing: one odd field must not hide the whole screen. */
export const textField = v.pipe(v.optional(v.unknown()), v.transform(readText));

/** A field that is true, or not. */
export const flagField = v.pipe(
  v.optional(v.unknown()),
  v.transform((field) => unwrap(field) === true),
);
