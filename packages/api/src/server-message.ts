import { isAxiosError } from 'axios';
import * as v from 'valibot';

const answerSchema = v.object({ message: v.pipe(v.string(), v.trim(), v.minLength(1)) });

/**
 * The message a failed call was answered with, if there is one: the "server message" of specification
 * section 8. A call that got no answer, or an answer without words, has none.
 */
export const serverMessage = (error: unknown): string | undefined => {
  const answer = v.safeParse(answerSchema, isAxiosError(error) ? error.response?.data : undefined);
  return answer.success ? answer.output.message : undefined;
};
