import * as v from 'valibot';

/** Lists where a schema refuses a document, as dotted paths. */
export const mistakes = (schema: v.GenericSchema, document: unknown): string[] => {
  const { issues } = v.safeParse(schema, document);
  return (issues ?? []).map((issue) => v.getDotPath(issue) ?? '(whole)');
};
