import * as v from 'valibot';

/**
 * Where a document is refused, as dotted paths.
 * @returns an empty list for a document that is accepted
 */
export const mistakes = (schema: v.GenericSchema, document: unknown): string[] => {
  const { issues } = v.safeParse(schema, document);
  return (issues ?? []).map((issue) => v.getDotPath(issue) ?? '(whole)');
};
