import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ConfigError } from './config';
import { errorCode } from './error-code';

const json = v.fallback(v.pipe(v.string(), v.parseJson()), undefined);

/** Reads the JSON file that a variable names. @throws ConfigError with each fault and where it is */
export const readConfigFile = async <Schema extends v.GenericSchema>(
  variable: string,
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new ConfigError([`${variable} names a file that cannot be read (${errorCode(error)})`]);
  });
  if (!isUtf8(bytes)) throw new ConfigError([`${variable} names a file that is not UTF-8: save it as UTF-8`]);
  const text = bytes.toString().replace(/^\ufeff/, '');
  const { success, output, issues } = v.safeParse(schema, v.parse(json, text));
  if (success) return output;
  throw new ConfigError(
    issues.map((issue) =>
      [`${variable}:`, issue.path && `"${v.getDotPath(issue)}"`, issue.message].filter(Boolean).join(' '),
    ),
  );
};
