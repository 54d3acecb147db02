import * as v from 'valibot';

const coded = v.object({ code: v.string() });

/** The code of an error of the operating system or of Node, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined => {
  const read = v.safeParse(coded, error);
  return read.success ? read.output.code : undefined;
};
