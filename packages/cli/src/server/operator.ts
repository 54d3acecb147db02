import * as v from 'valibot';
import { runServerProcess } from './server-process';
import type { Io, Report } from '../verb';

/** An answer of apps/server/src/admin/commands.ts. */
const answerSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({ refusal: v.optional(v.string()) }));

/**
 * Runs a command on the portal's database; while the portal has the embedded one open, the portal runs it.
 * @param answer what the command answers, and how people read it
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
