import * as v from 'valibot';
import { runServerProcess } from './server-process';
import type { Io } from '../io';
import type { Report } from '../report';

/** The output of the server's process (apps/server/src/admin/commands.ts). */
const answerSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({ refusal: v.optional(v.string()) }));

/**
 * Runs a command on the portal's database. While the portal has the embedded database open, the portal itself runs it.
 * @param answer the schema of the command's answer, and its text for people
 */
export const runOperatorCommand = async <Schema extends v.GenericSchema>(
  { command, parameters }: { command: string; parameters: object },
  answer: { schema: Schema; text: (data: v.InferOutput<Schema>) => string },
  io: Io,
): Promise<Report> => {
  const { printed } = await runServerProcess('operator', [command, JSON.stringify(parameters)], io);
  const data = v.parse(answerSchema, printed);
  if (data.refusal !== undefined) return { data, text: '', refusal: data.refusal };
  return { data, text: answer.text(v.parse(answer.schema, data)) };
};
