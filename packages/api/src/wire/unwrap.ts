/** A field as it arrives: wrapped in an object with a value member, plain, `{}`, null or absent. */
export type Wrapped<T> = { value?: T | null | undefined } | T | null | undefined;

/**
 * Reads a field of the wire, whichever way it is written (specification section 3).
 * @returns what stands in it, or undefined where there is nothing
 */
export const unwrap = (field: unknown): unknown => {
  const value =
    typeof field === 'object' && field !== null ? ('value' in field ? field.value : undefined) : field;
  return value ?? undefined;
};
